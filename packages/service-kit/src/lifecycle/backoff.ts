import type { Chance } from './chance';
import type { Time } from './time';

export interface BackoffOptions {
  readonly initialMs: number;
  readonly maximumMs: number;
  readonly time: Time;
  readonly chance: Chance;
  /** Ends every wait at once. */
  readonly signal?: AbortSignal;
}

/** Doubling waits with up to 20 % of jitter, so that services do not all come back in the same instant. */
export class Backoff {
  private nextMs: number;

  constructor(private readonly options: BackoffOptions) {
    this.nextMs = options.initialMs;
  }

  reset(): void {
    this.nextMs = this.options.initialMs;
  }

  /** The next delay, for one who is woken by a timer of its own. */
  takeMs(): number {
    const delayMs = this.nextMs * (1 + this.options.chance.unit() * 0.2);
    this.nextMs = Math.min(this.nextMs * 2, this.options.maximumMs);
    return delayMs;
  }

  async wait(): Promise<void> {
    await this.options.time.wait(this.takeMs(), this.options.signal);
  }
}
