/**
 * The rule that basis_revert and pairs_mr share: short a ratio that is high against its own window, long one that is low,
 * flat near the mean, else keep. A value that never came leaves the window and the held side as they are.
 */
import { RollingMoments } from '@platform/core';
import { fault } from '../define-strategy';
import { decimal, integer } from '../params';
import type { ParamFault, Target } from '../types';

export interface RatioReversionParams {
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

interface RatioReversionReasons {
  readonly high: string;
  readonly low: string;
  readonly normal: string;
}

export class RatioReversion {
  held: Target = 0;
  reason = '';
  private latest = Number.NaN;
  private readonly moments: RollingMoments;
  private readonly entry: number;
  private readonly exit: number;

  constructor(
    params: RatioReversionParams,
    private readonly reasons: RatioReversionReasons,
  ) {
    this.moments = new RollingMoments(params.lookback, params.entry, params.exit);
    this.entry = params.entry;
    this.exit = params.exit;
  }

  /** Takes the next value of the ratio; `isWarm` says whether it may decide. */
  observe(x: number, isWarm: boolean): void {
    const { moments } = this;
    this.latest = x;
    moments.push(x);
    if (!isWarm || !moments.isFull) return;
    moments.settle();
    const z = moments.std === 0 ? 0 : (x - moments.mean) / moments.std;
    if (z > this.entry) this.hold(-1, this.reasons.high);
    else if (z < -this.entry) this.hold(1, this.reasons.low);
    else if (Math.abs(z) < this.exit) this.hold(0, this.reasons.normal);
  }

  /** The ratio, and where it is high and low, as of the latest value that could decide. */
  lineValues(): readonly number[] {
    const { mean, std } = this.moments;
    return [this.latest, mean + this.entry * std, mean - this.entry * std];
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
  }
}
