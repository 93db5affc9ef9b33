/**
 * From targets to signals. The bot and the backtest pass every target through the same gate, so that both
 * emit the same bytes: a signal only when the target changes, a short turned flat where shorts are not
 * allowed, prices and sizes rounded to 8 decimals.
 */
import { decimal8, roundTo8Decimals } from '@platform/core';
import type { CommonParams, Evaluator, Signal, SizeHint, Target } from './types';

/**
 * A change of target as plain numbers: what a signal says, in a record that the next change may overwrite.
 * NaN is no price.
 */
export interface Decision {
  readonly openTimeMs: number;
  readonly target: Target;
  /** What was held before the change. */
  readonly heldBefore: Target;
  readonly sizeHint: SizeHint;
  readonly sl: number;
  readonly tp: number;
  readonly reason: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A class of its own: records of one shape share how V8 stores their numbers, and many have a kind and a
 * value.
 */
class DecidedSize implements SizeHint {
  value = Number.NaN;
  constructor(readonly kind: SizeHint['kind']) {}
}

/**
 * What an evaluator says about a change of target. Every number begins as NaN, so that V8 overwrites it in
 * place.
 */
class Proposal {
  openTimeMs = Number.NaN;
  sizeScale = Number.NaN;
  stopPrice = Number.NaN;
  takeProfitPrice = Number.NaN;
  reason = '';
}

export class SignalGate {
  /** The target last emitted. A restarted bot sets it to what it holds. */
  held: Target = 0;
  private heldBefore: Target = 0;
  /**
   * Filled in between `accepts` and `decide` by the one caller that cannot afford `decideOn`: engine's fast
   * loop.
   */
  readonly proposal = new Proposal();
  private readonly allowShort: boolean;
  private readonly fullSize: number = Number.NaN;
  /**
   * The share of the full size last asked for and what it came to: most strategies always ask for the same.
   */
  private sizeScale = Number.NaN;
  private scaledSize = Number.NaN;
  private readonly sizeHint: DecidedSize;
  private readonly decision: Mutable<Decision>;

  constructor(params: CommonParams) {
    this.allowShort = params.allow_short;
    this.fullSize = params.size_hint.value;
    this.sizeHint = new DecidedSize(params.size_hint.kind);
    this.decision = {
      openTimeMs: Number.NaN,
      target: 0,
      heldBefore: 0,
      sizeHint: this.sizeHint,
      sl: Number.NaN,
      tp: Number.NaN,
      reason: '',
    };
  }

  /** Takes the evaluator's target; true when it differs from the one held, which it then replaces. */
  accepts(target: Target): boolean {
    const allowed = target === -1 && !this.allowShort ? 0 : target;
    if (allowed === this.held) return false;
    // NaN or nothing at all would otherwise pass for a short.
    if (allowed !== 1 && allowed !== 0 && allowed !== -1) throw new RangeError(`target ${String(allowed)}`);
    this.heldBefore = this.held;
    this.held = allowed;
    return true;
  }

  /**
   * The change just accepted, in the one record that the next change overwrites: a backtest decides without
   * allocating.
   */
  decide(): Decision {
    const { decision, sizeHint, proposal, held } = this;
    const isFlat = held === 0;
    if (!isFlat && proposal.sizeScale !== this.sizeScale) {
      this.sizeScale = proposal.sizeScale;
      this.scaledSize = roundTo8Decimals(this.fullSize * this.sizeScale);
      if (!(this.scaledSize >= 0 && this.scaledSize < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`size scale ${this.sizeScale}`);
      }
    }
    decision.openTimeMs = proposal.openTimeMs;
    decision.target = held;
    decision.heldBefore = this.heldBefore;
    sizeHint.value = isFlat ? 0 : this.scaledSize;
    decision.sl = isFlat ? Number.NaN : soundPrice(proposal.stopPrice);
    decision.tp = isFlat ? Number.NaN : soundPrice(proposal.takeProfitPrice);
    decision.reason = proposal.reason;
    return decision;
  }

  /** The same, with the proposal of `evaluator` for the bar that opened then. */
  decideOn({ sizeScale, stopPrice, takeProfitPrice, reason }: Evaluator, openTimeMs: number): Decision {
    Object.assign(this.proposal, { openTimeMs, sizeScale, stopPrice, takeProfitPrice, reason });
    return this.decide();
  }
}

/**
 * What is left of a decision whose entry is refused: a flip still closes what is held, an entry is nothing,
 * an exit passes.
 */
export function withoutEntry(decision: Decision, reason: string): Decision | null {
  if (decision.target === 0) return decision;
  if (decision.heldBefore === 0) return null;
  const sizeHint = { kind: decision.sizeHint.kind, value: 0 };
  return { ...decision, target: 0, sizeHint, sl: Number.NaN, tp: Number.NaN, reason };
}

/**
 * NaN for a price that is absent, infinite, or not above 0 once rounded: a default stop then takes its place.
 */
function soundPrice(price: number): number {
  if (Number.isNaN(price) || price === Number.POSITIVE_INFINITY) return Number.NaN;
  const rounded = roundTo8Decimals(price);
  return rounded > 0 ? rounded : Number.NaN;
}

/** The decision as a record to keep. */
export function signalOf({
  openTimeMs,
  target,
  sizeHint,
  sl,
  tp,
  reason,
}: Omit<Decision, 'heldBefore'>): Signal {
  return {
    openTimeMs,
    side: target === 1 ? 'long' : target === 0 ? 'flat' : 'short',
    sizeHint: { kind: sizeHint.kind, value: sizeHint.value },
    sl: Number.isNaN(sl) ? null : sl,
    tp: Number.isNaN(tp) ? null : tp,
    reason,
  };
}

/**
 * The bytes that parity, certificates and shadow deploys compare: one line of canonical JSON without line
 * end. The keys are written out in their canonical order, because a run can have a hundred thousand signals.
 */
export function canonicalSignal({ openTimeMs, side, sizeHint, sl, tp, reason }: Signal): string {
  const size = `{"kind":"${sizeHint.kind}","value":"${decimal8(sizeHint.value)}"}`;
  const why = JSON.stringify(reason);
  return `{"open_time_ms":${openTimeMs},"reason":${why},"side":"${side}","size_hint":${size},"sl":${price(sl)},"tp":${price(tp)}}`;
}

function price(value: number | null): string {
  return value === null ? 'null' : `"${decimal8(value)}"`;
}
