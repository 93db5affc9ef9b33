/**
 * One walk along the equity curve while it grows: its mean, and the deepest fall from a running peak of
 * equity marked at every bar. What the walk carries lives in locals during a call and in fields between
 * calls.
 */
import type { EquityPoints } from './points';

export interface Drawdown {
  /** Fraction of the peak; 0 when equity never fell. */
  readonly depth: number;
  /**
   * The point that set the peak, the first lowest point after it, and the first later point back at the peak.
   */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly recoveredMs: number | null;
}

/** Points per call of the walk: see BARS_PER_CALL in run-backtest.ts. */
const POINTS_PER_CALL = 2048;

export class EquityWalk {
  private next = 0;
  private sum = 0;
  private peak = Number.NEGATIVE_INFINITY;
  private peakIndex = 0;
  private lowestSincePeak = Number.NEGATIVE_INFINITY;
  private depth = 0;
  /** Points of the deepest fall; -1 before the first. */
  private from = -1;
  private to = -1;
  private recovered = -1;

  constructor(private readonly points: EquityPoints) {}

  /** A walk over all points of a curve that is complete. */
  static over(points: EquityPoints): EquityWalk {
    const walk = new EquityWalk(points);
    while (walk.next < points.length) walk.extend(Math.min(points.length, walk.next + POINTS_PER_CALL));
    return walk;
  }

  /** Walks on over the points before `until`. */
  extend(until: number): void {
    const { equity } = this.points;
    let { sum, peak, peakIndex, lowestSincePeak, depth } = this;
    for (let p = this.next; p < until; p++) {
      const value = equity[p]!;
      sum += value;
      if (value >= peak) {
        if (peakIndex === this.from && this.recovered < 0) this.recovered = p;
        if (value > peak) {
          peak = value;
          peakIndex = p;
          lowestSincePeak = value;
        }
      } else if (value < lowestSincePeak) {
        lowestSincePeak = value;
        const fall = (peak - value) / peak;
        if (fall > depth) {
          depth = fall;
          this.from = peakIndex;
          this.to = p;
          this.recovered = -1;
        }
      }
    }
    if (until > this.next) this.next = until;
    this.sum = sum;
    this.peak = peak;
    this.peakIndex = peakIndex;
    this.lowestSincePeak = lowestSincePeak;
    this.depth = depth;
  }

  /** Of the points walked over. */
  get mean(): number {
    return this.sum / this.next;
  }

  drawdown(): Drawdown {
    const { depth, from, to, recovered } = this;
    return { depth, fromMs: this.timeMs(from), toMs: this.timeMs(to), recoveredMs: this.timeMs(recovered) };
  }

  private timeMs(point: number): number | null {
    return point < 0 ? null : this.points.timeMs(point);
  }
}

export function maxDrawdown(points: EquityPoints): Drawdown {
  return EquityWalk.over(points).drawdown();
}
