/**
 * A network between a life and something outside. Bytes take a moment, or longer, or are swallowed; a reset
 * ends what is under way.
 */
import type { Draws } from '../schedule/random';
import type { Link } from '../world/world';

export class VirtualLink implements Link {
  private swallows = false;
  private latencyMs = 0;
  private readonly resetListeners = new Set<() => void>();
  private readonly wholeListeners = new Set<() => void>();

  constructor(
    private readonly draws: Draws,
    private readonly typicalMs: readonly [number, number],
  ) {}

  get isSwallowing(): boolean {
    return this.swallows;
  }

  blackhole(isOn: boolean): void {
    const wasOn = this.swallows;
    this.swallows = isOn;
    if (wasOn && !isOn) for (const call of [...this.wholeListeners]) call();
  }

  latency(ms: number): void {
    this.latencyMs = ms;
  }

  reset(): void {
    for (const call of [...this.resetListeners]) call();
    for (const call of [...this.wholeListeners]) call();
  }

  /** How long the next bytes take. */
  delayMs(): number {
    const [from, to] = this.typicalMs;
    return this.latencyMs + from + this.draws.unit() * (to - from);
  }

  /** Returns how to stop listening. */
  onReset(call: () => void): () => void {
    this.resetListeners.add(call);
    return () => this.resetListeners.delete(call);
  }

  /** Bytes pass again after some were lost. */
  onWhole(call: () => void): () => void {
    this.wholeListeners.add(call);
    return () => this.wholeListeners.delete(call);
  }
}
