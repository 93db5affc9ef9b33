/**
 * Keeps an outage from becoming a storm. While the exchange leaves orders unanswered, the closing and
 * protective orders of the whole network wait, and one of them goes out every few seconds to see whether it
 * is over. The first answer lets all the others go.
 */
import type { OrderSpaceName } from '../domain/order';

/** Lost answers happen one at a time; so many in a row are an outage. */
const TOLERATED = 3;
const FIRST_HOLD_MS = 500;

export interface OutageParts {
  /** Of the monotonic clock. */
  nowMs(): number;
  /** Gives back what takes the call back. */
  later(call: () => void, delayMs: number): () => void;
  /** The longest time between two probes. */
  readonly probeMs: number;
  /** One order may go out again: desks with something to send should try. */
  onProbeDue(): void;
  /** Orders are answered again. */
  onOver(): void;
}

interface SpaceState {
  unanswered: number;
  heldUntilMs: number;
  sentAtMs: number;
  cancelWake: () => void;
}

export class Outage {
  private readonly spaces: Readonly<Record<OrderSpaceName, SpaceState>> = {
    regular: answering(),
    algo: answering(),
  };

  constructor(private readonly parts: OutageParts) {}

  /**
   * Whether an order may go out now. Who is admitted during an outage is the probe: the others wait for its
   * answer.
   */
  admits(space: OrderSpaceName): boolean {
    const state = this.spaces[space];
    const nowMs = this.parts.nowMs();
    if (nowMs < state.heldUntilMs) return false;
    state.sentAtMs = nowMs;
    if (this.isOn(space)) this.hold(state, nowMs + this.parts.probeMs);
    return true;
  }

  isOn(space: OrderSpaceName): boolean {
    return this.spaces[space].unanswered >= TOLERATED;
  }

  answered(space: OrderSpaceName): void {
    const state = this.spaces[space];
    const wasOutage = this.isOn(space);
    state.cancelWake();
    Object.assign(state, answering());
    if (wasOutage) this.parts.onOver();
  }

  unanswered(space: OrderSpaceName): void {
    const state = this.spaces[space];
    state.unanswered += 1;
    const holds = state.unanswered - TOLERATED;
    if (holds < 0) return;
    const delayMs = Math.min(FIRST_HOLD_MS * 2 ** Math.min(holds, 16), this.parts.probeMs);
    // From when it was sent: an answer that takes its time to fail must not stretch the interval.
    const untilMs = Math.max(state.sentAtMs + delayMs, this.parts.nowMs() + FIRST_HOLD_MS / 2);
    this.hold(state, untilMs);
  }

  /** The exchange named the moment before which it wants to hear nothing. */
  throttled(space: OrderSpaceName, untilMs: number): void {
    const state = this.spaces[space];
    this.hold(state, Math.max(untilMs, state.heldUntilMs));
  }

  private hold(state: SpaceState, untilMs: number): void {
    state.heldUntilMs = untilMs;
    state.cancelWake();
    state.cancelWake = this.parts.later(
      () => this.parts.onProbeDue(),
      Math.ceil(untilMs - this.parts.nowMs()) + 1,
    );
  }
}

function answering(): SpaceState {
  return { unanswered: 0, heldUntilMs: -Infinity, sentAtMs: -Infinity, cancelWake: () => undefined };
}
