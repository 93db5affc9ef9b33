/**
 * A websocket that stays: connects again with growing pauses, answers and sends pings, gives up connections that went
 * silent and replaces each one before the server's time limit. Every connect is announced, so that nothing is missed quietly.
 */
import { WebSocket } from 'ws';

export interface SteadySocketOptions {
  /** Asked before each connect; undefined means that there is nothing to connect to yet. */
  url(): Promise<string | undefined>;
  /** Connected; `reason` says why it had to connect. */
  onLive(reason: string): void;
  onMessage(text: string): void;
  onDown(reason: string): void;
  readonly heartbeatMs: number;
  /** Longest time without a message before the stream counts as mute; undefined where silence is normal. */
  readonly muteAfterMs: number | undefined;
  readonly rotateAfterMs: number;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 15_000;
/** A connection that lived shorter counts as a failed attempt: servers limit how often one may connect. */
const STABLE_AFTER_MS = 30_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

export class SteadySocket {
  private socket: WebSocket | undefined;
  private isClosed = false;
  private failedAttempts = 0;
  private liveSinceMs = Number.POSITIVE_INFINITY;
  private reason = 'first connect';
  private connectTimer: NodeJS.Timeout | undefined;
  private watchTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SteadySocketOptions) {
    this.scheduleConnect(0);
  }

  isLive(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Drops the connection and makes a new one. */
  restart(reason: string): void {
    if (this.isClosed || this.socket === undefined) return;
    const socket = this.socket;
    this.down(socket, reason);
    socket.terminate();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.connectTimer);
    clearInterval(this.watchTimer);
    const { socket } = this;
    this.socket = undefined;
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.terminate();
    await closed;
  }

  private scheduleConnect(pauseMs: number): void {
    this.connectTimer = setTimeout(() => void this.connect(), pauseMs);
  }

  private async connect(): Promise<void> {
    const url = await this.options.url().catch(() => undefined);
    if (this.isClosed) return;
    if (url === undefined) return this.retryLater();
    const socket = new WebSocket(url, {
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    this.socket = socket;
    socket.on('open', () => this.live(socket));
    socket.on('close', (code) => this.down(socket, `closed by the server (${code})`));
    socket.on('error', (error) => this.down(socket, error.message));
  }

  private live(socket: WebSocket): void {
    this.liveSinceMs = performance.now();
    this.watch(socket);
    this.options.onLive(this.reason);
  }

  /** Ends this connection's life once, whoever noticed first. */
  private down(socket: WebSocket, reason: string): void {
    if (this.isClosed || socket !== this.socket) return;
    this.socket = undefined;
    clearInterval(this.watchTimer);
    this.reason = reason;
    if (performance.now() - this.liveSinceMs > STABLE_AFTER_MS) this.failedAttempts = 0;
    this.liveSinceMs = Number.POSITIVE_INFINITY;
    this.options.onDown(reason);
    this.retryLater();
  }

  private retryLater(): void {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failedAttempts);
    this.failedAttempts++;
    // A random part keeps many clients from coming back in the same instant.
    this.scheduleConnect(longest * (0.5 + Math.random() / 2));
  }

  private watch(socket: WebSocket): void {
    const { heartbeatMs, muteAfterMs, rotateAfterMs } = this.options;
    const openedMs = performance.now();
    let heardMs = openedMs;
    let messageMs = openedMs;
    let pingedMs = openedMs;
    const heard = () => {
      heardMs = performance.now();
    };
    socket.on('pong', heard);
    socket.on('ping', heard);
    socket.on('message', (data) => {
      heard();
      messageMs = heardMs;
      if (socket === this.socket) this.options.onMessage(String(data));
    });
    const look = () => {
      const nowMs = performance.now();
      if (nowMs - openedMs > rotateAfterMs) return this.restart('rotated before the time limit');
      if (muteAfterMs !== undefined && nowMs - messageMs > muteAfterMs) return this.restart('mute stream');
      if (nowMs - heardMs > 2 * heartbeatMs) return this.restart('no answer to pings');
      if (nowMs - pingedMs < heartbeatMs) return;
      pingedMs = nowMs;
      socket.ping();
    };
    this.watchTimer = setInterval(look, Math.min(heartbeatMs, muteAfterMs ?? heartbeatMs, rotateAfterMs) / 4);
  }
}
