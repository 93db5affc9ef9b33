/**
 * One socket: where it stands in the log, which channels it follows from where, and whether it takes more.
 */
import type { WebsocketChannel } from '@platform/contracts';
import type { WebSocket } from 'ws';

/** More than this in a socket means that its reader does not keep up. */
const FULL_BYTES = 256 * 1024;

/** More than this is never kept for a client, whatever it asks for. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

const AS_TEXT = { binary: false };

export class LiveClient {
  /** Each channel with the place in the log from which on its messages are for this client. */
  readonly follows = new Map<WebsocketChannel, number>();
  private hasAnswered = true;
  private holds = 0;

  constructor(
    private readonly socket: WebSocket,
    public position: number,
    /** Called when the socket has taken what it was full of. */
    private readonly onDrained: () => void,
  ) {
    const heard = () => {
      this.hasAnswered = true;
    };
    socket.on('pong', heard);
  }

  isWritable(): boolean {
    return this.holds === 0 && this.socket.bufferedAmount < FULL_BYTES;
  }

  /** JSON, as text or encoded already. */
  send(json: string | Uint8Array): void {
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) this.vanish();
    this.socket.send(json, AS_TEXT, () => {
      if (this.socket.bufferedAmount === 0) this.onDrained();
    });
  }

  /** The same for a long answer: resolves when this part has left, or never will. */
  async sendWhole(json: string): Promise<void> {
    await new Promise<void>((resolve) => this.socket.send(json, AS_TEXT, () => resolve()));
  }

  isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Nothing of the log is sent while `work` looks up what must come before it. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.holds += 1;
    try {
      await work();
    } finally {
      this.holds -= 1;
    }
  }

  isAlive(): boolean {
    return this.hasAnswered;
  }

  ping(): void {
    this.hasAnswered = false;
    this.socket.ping();
  }

  /**
   * The reason stands behind what the socket still holds; the library cuts off who does not read it within 30
   * s.
   */
  end(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  vanish(): void {
    this.socket.terminate();
  }
}
