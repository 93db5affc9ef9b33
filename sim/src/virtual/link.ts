/** A network between a life and something outside. Bytes take a moment, or longer, or are swallowed; a reset ends what is under way. */
import type { Draws } from '../schedule/random';
import type { Link } from '../world/world';

export class VirtualLink implements Link {
  #isSwallowing = false;
  #latencyMs = 0;
  readonly #onReset = new Set<() => void>();
  readonly #onWhole = new Set<() => void>();

  constructor(
    private readonly draws: Draws,
    private readonly typicalMs: readonly [number, number],
  ) {}

  get isSwallowing(): boolean {
    return this.#isSwallowing;
  }

  blackhole(isOn: boolean): void {
    const wasOn = this.#isSwallowing;
    this.#isSwallowing = isOn;
    if (wasOn && !isOn) for (const call of [...this.#onWhole]) call();
  }

  latency(ms: number): void {
    this.#latencyMs = ms;
  }

  reset(): void {
    for (const call of [...this.#onReset]) call();
    for (const call of [...this.#onWhole]) call();
  }

  /** How long the next bytes take. */
  delayMs(): number {
    const [from, to] = this.typicalMs;
    return this.#latencyMs + from + this.draws.unit() * (to - from);
  }

  /** Returns how to stop listening. */
  onReset(call: () => void): () => void {
    this.#onReset.add(call);
    return () => this.#onReset.delete(call);
  }

  /** Bytes pass again after some were lost. */
  onWhole(call: () => void): () => void {
    this.#onWhole.add(call);
    return () => this.#onWhole.delete(call);
  }
}
