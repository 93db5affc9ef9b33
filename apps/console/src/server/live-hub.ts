/**
 * One connection to the manager's WebSocket for all browsers of this console. It remembers the newest
 * messages, so that a browser that comes back within them misses nothing; one that was away longer is asked
 * to read everything again.
 */
import { WEBSOCKET_CHANNELS, type WebsocketBatch, type WebsocketMessage } from '@platform/contracts';
import WebSocket from 'ws';

const REMEMBERED_MESSAGES = 1_000;
/** A manager that hangs closes nothing: it is gone when two pings went unanswered. */
const PING_EVERY_MS = 4_000;
const SILENT_AFTER_MS = 10_000;
const LONGEST_RETRY_MS = 5_000;

/** `sequence` numbers the messages of this process; a browser gives back the last one that it saw. */
export interface Numbered {
  readonly sequence: number;
  readonly message: WebsocketMessage;
}

export interface Listener {
  onMessage(numbered: Numbered): void;
  onConnection(isConnected: boolean): void;
}

export class LiveHub {
  /** Distinguishes this process's sequence numbers from those of an earlier one. */
  readonly epoch = crypto.randomUUID().slice(0, 8);
  private readonly listeners = new Set<Listener>();
  private readonly remembered: Numbered[] = [];
  private sequence = 0;
  private lastOffset: string | undefined;
  private socket: WebSocket | undefined;
  private isConnected = false;
  private failures = 0;

  constructor(private readonly manager: { readonly socketUrl: string; readonly token: string | undefined }) {}

  /** What was missed since `after`, or null when that is no longer known. */
  missedSince(after: number): readonly Numbered[] | null {
    const oldest = this.remembered[0]?.sequence ?? this.sequence + 1;
    if (after > this.sequence || after < oldest - 1) return null;
    return this.remembered.filter(({ sequence }) => sequence > after);
  }

  get newest(): number {
    return this.sequence;
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.socket === undefined) this.connect();
    listener.onConnection(this.isConnected);
    return () => this.listeners.delete(listener);
  }

  private connect(): void {
    const { socketUrl, token } = this.manager;
    const socket = new WebSocket(socketUrl, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      handshakeTimeout: 5_000,
    });
    this.socket = socket;
    let heardAt = Date.now();
    const watch = setInterval(() => {
      if (Date.now() - heardAt > SILENT_AFTER_MS) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_EVERY_MS);
    socket.on('open', () => {
      this.failures = 0;
      const catchUp = this.lastOffset === undefined ? {} : { lastOffset: this.lastOffset };
      socket.send(JSON.stringify({ action: 'subscribe', channels: WEBSOCKET_CHANNELS, ...catchUp }));
      this.announce(true);
    });
    socket.on('pong', () => {
      heardAt = Date.now();
    });
    socket.on('message', (data) => {
      heardAt = Date.now();
      this.take(String(data));
    });
    // `close` follows every error.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(watch);
      this.announce(false);
      this.retry();
    });
  }

  /** Without listeners there is no reason to connect: the next browser does. */
  private retry(): void {
    this.failures += 1;
    const delayMs = Math.min(LONGEST_RETRY_MS, 500 * 2 ** Math.min(this.failures, 5));
    setTimeout(() => {
      this.socket = undefined;
      if (this.listeners.size > 0) this.connect();
    }, delayMs);
  }

  private take(text: string): void {
    for (const message of messagesOf(text)) {
      if (message.offset !== null) this.lastOffset = message.offset;
      this.sequence += 1;
      const numbered = { sequence: this.sequence, message };
      this.remembered.push(numbered);
      if (this.remembered.length > REMEMBERED_MESSAGES) this.remembered.shift();
      for (const listener of this.listeners) listener.onMessage(numbered);
    }
  }

  private announce(isConnected: boolean): void {
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    for (const listener of this.listeners) listener.onConnection(isConnected);
  }
}

/** Notices and frames that make no sense carry no messages. */
function messagesOf(text: string): readonly WebsocketMessage[] {
  try {
    return (JSON.parse(text) as Partial<WebsocketBatch>).messages ?? [];
  } catch {
    return [];
  }
}
