import { type Chance, systemChance } from './chance';
import type { Time } from './time';

export interface BackoffOptions {
  readonly initialMs: number;
  readonly maximumMs: number;
  readonly time: Time;
  readonly chance?: Chance;
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
    const { chance = systemChance } = this.options;
    const delayMs = this.#nextMs * (1 + chance.unit() * 0.2);
    this.#nextMs = Math.min(this.#nextMs * 2, this.options.maximumMs);
    await this.options.time.wait(delayMs, this.options.signal);
  }
}
