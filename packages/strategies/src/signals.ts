/**
 * From targets to signals. The bot and the backtest pass every target through the same gate, so that both emit the same bytes:
 * a signal only when the target changes, a short turned flat where shorts are not allowed, prices and sizes rounded to 8 decimals.
 */
import { canonicalJson, decimal8, roundTo8Decimals } from '@platform/core';
import type { CommonParams, Evaluator, Signal, SizeHint, Target } from './types';

export class SignalGate {
  /** The target last emitted. A restarted bot sets it to what it holds. */
  held: Target = 0;
  private readonly allowShort: boolean;
  private readonly sizeHint: SizeHint;

  constructor(params: CommonParams) {
    this.allowShort = params.allow_short;
    this.sizeHint = params.size_hint;
  }

  /** Takes the evaluator's target; true when it differs from the one held, which it then replaces. */
  accepts(target: Target): boolean {
    const allowed = target === -1 && !this.allowShort ? 0 : target;
    if (allowed === this.held) return false;
    this.held = allowed;
    return true;
  }

  /** The signal of the change just accepted. */
  signal(evaluator: Evaluator, openTimeMs: number): Signal {
    const isFlat = this.held === 0;
    return {
      openTimeMs,
      side: this.held === 1 ? 'long' : isFlat ? 'flat' : 'short',
      sizeHint: {
        kind: this.sizeHint.kind,
        value: isFlat ? 0 : roundTo8Decimals(this.sizeHint.value * evaluator.sizeScale),
      },
      sl: isFlat ? null : priceOrNull(evaluator.stopPrice),
      tp: isFlat ? null : priceOrNull(evaluator.takeProfitPrice),
      reason: evaluator.reason,
    };
  }
}

/** A price that is absent, or not above 0 once rounded, is none. */
function priceOrNull(price: number): number | null {
  const rounded = Number.isNaN(price) ? 0 : roundTo8Decimals(price);
  return rounded > 0 ? rounded : null;
}

/** The bytes that parity, certificates and shadow deploys compare: one line of canonical JSON without line end. */
export function canonicalSignal(signal: Signal): string {
  return canonicalJson({
    open_time_ms: signal.openTimeMs,
    side: signal.side,
    size_hint: { kind: signal.sizeHint.kind, value: decimal8(signal.sizeHint.value) },
    sl: signal.sl === null ? null : decimal8(signal.sl),
    tp: signal.tp === null ? null : decimal8(signal.tp),
    reason: signal.reason,
  });
}
