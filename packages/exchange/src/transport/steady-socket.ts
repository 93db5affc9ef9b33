/**
 * A websocket that stays: connects again with growing pauses, answers and sends pings, gives up connections
 * that went silent and replaces each one before the server's time limit. Every connect is announced, so that
 * nothing is missed quietly.
 */
import type { Socket } from './socket';
import { every, type Transport } from './transport';

export interface SteadySocketOptions {
  readonly transport: Transport;
  /**
   * Asked before each connect; undefined means that there is nothing to connect to yet, and an error that it
   * could not be found out.
   */
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

export class SteadySocket {
  private socket: Socket | undefined;
  private isClosed = false;
  private failedAttempts = 0;
  private liveSinceMs = Number.POSITIVE_INFINITY;
  private reason = 'first connect';
  /** Ends when the connection in hand has. */
  private closed: Promise<void> = Promise.resolve();
  private cancelConnect: () => void = () => undefined;
  private stopWatching: () => void = () => undefined;

  constructor(private readonly options: SteadySocketOptions) {
    this.scheduleConnect(0);
  }

  isLive(): boolean {
    return this.socket?.isOpen() === true;
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
    this.cancelConnect();
    this.stopWatching();
    const { socket } = this;
    this.socket = undefined;
    if (socket === undefined) return;
    socket.terminate();
    await this.closed;
  }

  private scheduleConnect(pauseMs: number): void {
    this.cancelConnect = this.options.transport.later(() => void this.connect(), pauseMs);
  }

  private async connect(): Promise<void> {
    const url = await this.options.url().catch((error: unknown) => {
      if (!this.isClosed) this.options.onDown(error instanceof Error ? error.message : String(error));
    });
    if (this.isClosed) return;
    if (url === undefined) return this.retryLater();
    const socket = this.options.transport.socket(url);
    this.socket = socket;
    const seen: Seen = { heardMs: 0, messageMs: 0 };
    this.closed = new Promise((resolve) => {
      socket.on({
        onOpen: () => this.live(socket, seen),
        onHeartbeat: () => {
          seen.heardMs = this.nowMs();
        },
        onMessage: (text) => {
          seen.heardMs = this.nowMs();
          seen.messageMs = seen.heardMs;
          if (socket === this.socket) this.options.onMessage(text);
        },
        onError: (message) => this.down(socket, message),
        onClosed: (code) => {
          this.down(socket, `closed by the server (${code})`);
          resolve();
        },
      });
    });
  }

  private live(socket: Socket, seen: Seen): void {
    this.liveSinceMs = this.nowMs();
    this.watch(socket, seen);
    this.options.onLive(this.reason);
  }

  /** Ends this connection's life once, however it was noticed. */
  private down(socket: Socket, reason: string): void {
    if (this.isClosed || socket !== this.socket) return;
    this.socket = undefined;
    this.stopWatching();
    this.reason = reason;
    if (this.nowMs() - this.liveSinceMs > STABLE_AFTER_MS) this.failedAttempts = 0;
    this.liveSinceMs = Number.POSITIVE_INFINITY;
    this.options.onDown(reason);
    this.retryLater();
  }

  private retryLater(): void {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failedAttempts);
    this.failedAttempts++;
    // A random part keeps many clients from coming back in the same instant.
    this.scheduleConnect(longest * (0.5 + this.options.transport.unit() / 2));
  }

  private watch(socket: Socket, seen: Seen): void {
    const { transport, heartbeatMs, muteAfterMs, rotateAfterMs } = this.options;
    const openedMs = this.nowMs();
    seen.heardMs = openedMs;
    seen.messageMs = openedMs;
    let pingedMs = openedMs;
    const look = () => {
      const nowMs = this.nowMs();
      if (nowMs - openedMs > rotateAfterMs) return this.restart('rotated before the time limit');
      if (muteAfterMs !== undefined && nowMs - seen.messageMs > muteAfterMs)
        return this.restart('mute stream');
      if (nowMs - seen.heardMs > 2 * heartbeatMs) return this.restart('no answer to pings');
      if (nowMs - pingedMs < heartbeatMs) return;
      pingedMs = nowMs;
      socket.ping();
    };
    const periodMs = Math.min(heartbeatMs, muteAfterMs ?? heartbeatMs, rotateAfterMs) / 4;
    this.stopWatching = every(transport, periodMs, look);
  }

  private nowMs(): number {
    return this.options.transport.monotonicMs();
  }
}

/** When a connection was last heard of. */
interface Seen {
  heardMs: number;
  messageMs: number;
}
