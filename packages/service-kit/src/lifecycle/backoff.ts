import { setTimeout as sleep } from 'node:timers/promises';

export interface BackoffOptions {
  readonly initialMs: number;
  readonly maximumMs: number;
  /** Ends every wait at once. */
  readonly signal: AbortSignal;
}

/** Doubling waits with up to 20 % of jitter, so that services do not all come back in the same instant. */
export class Backoff {
  #nextMs: number;

  constructor(private readonly options: BackoffOptions) {
    this.#nextMs = options.initialMs;
  }

  reset(): void {
    this.#nextMs = this.options.initialMs;
  }

  async wait(): Promise<void> {
    const delayMs = this.#nextMs * (1 + Math.random() * 0.2);
    this.#nextMs = Math.min(this.#nextMs * 2, this.options.maximumMs);
    await this.pause(delayMs);
  }

  /** A plain wait that also ends at the signal. */
  async pause(delayMs: number): Promise<void> {
    // The only rejection is the abort, and an aborted wait is simply over.
    await sleep(delayMs, undefined, { signal: this.options.signal }).catch(() => undefined);
  }
}
