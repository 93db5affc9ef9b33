/**
 * The rule that basis_revert and pairs_mr share: short a ratio that is high against its own window, long one
 * that is low, flat near the mean, else keep.
 */
import { type BarSeries, RollingMoments } from '@platform/core';
import { fault } from '../define-strategy';
import { heldTarget } from '../held';
import { decimal, integer } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, ParamFault, Target } from '../types';
import { AlignedCursor } from './aligned-cursor';

interface RatioReversionParams {
  readonly lookback: number;
  readonly entry: number;
  readonly exit: number;
}

export const ratioReversionFields = (lookback: number) => ({
  lookback: integer({
    title: 'Lookback',
    description: 'Values in the window that the newest is measured against.',
    default: lookback,
    minimum: 10,
    maximum: 2000,
  }),
  entry: decimal({
    title: 'Entry',
    description: 'Deviations from the mean at which a position is taken.',
    default: 2,
    minimum: 1,
    maximum: 10,
  }),
  exit: decimal({
    title: 'Exit',
    description: 'Deviations from the mean below which it is closed; not above the entry.',
    default: 0.5,
    minimum: 0,
    maximum: 5,
  }),
});

export function exitNotAboveEntry(params: { entry: number; exit: number }): readonly ParamFault[] {
  return fault('exit', params.exit > params.entry, `must not be above entry (${params.entry})`);
}

interface RatioReversionOptions {
  readonly params: RatioReversionParams;
  readonly warmupBars: number;
  readonly reasons: { readonly high: string; readonly low: string; readonly normal: string };
  /** Throws where the market has no such series. */
  other(market: MarketSeries): BarSeries;
  ratio(price: number, otherPrice: number): number;
}

/** A bar without a bar of the other series at the same open time neither enters the window nor decides. */
export class RatioReversion implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private held: Target = 0;
  private latest = Number.NaN;
  private readonly cursor = new AlignedCursor();
  private readonly moments: RollingMoments;
  private readonly entry: number;
  private readonly exit: number;

  constructor(private readonly options: RatioReversionOptions) {
    const { lookback, entry, exit } = options.params;
    this.moments = new RollingMoments(lookback, entry, exit);
    this.entry = entry;
    this.exit = exit;
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { bars } = market;
    const other = this.options.other(market);
    const at = this.cursor.seek(other, bars.openTimeMs[i]!);
    if (at >= 0) {
      const ratio = this.options.ratio(bars.close[i]!, other.close[at]!);
      this.observe(ratio, i + 1 >= this.options.warmupBars);
    }
    return this.held;
  }

  /** The ratio, and where it is high and low, as of the latest value that could decide. */
  lineValues(): readonly number[] {
    const { mean, std } = this.moments;
    return [this.latest, mean + this.entry * std, mean - this.entry * std];
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }

  private observe(x: number, isWarm: boolean): void {
    const { moments } = this;
    this.latest = x;
    moments.push(x);
    if (!isWarm || !moments.isFull) return;
    moments.settle();
    const { high, low, normal } = this.options.reasons;
    const z = moments.std === 0 ? 0 : (x - moments.mean) / moments.std;
    if (z > this.entry) this.hold(-1, high);
    else if (z < -this.entry) this.hold(1, low);
    else if (Math.abs(z) < this.exit) this.hold(0, normal);
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
  }
}
