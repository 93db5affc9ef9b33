/**
 * Fewer points of an equity curve that still tell the truth: of each bucket of time the lowest, the highest,
 * the deepest drawdown and the last point stay, at their own times; of equals the latest, so that one is left
 * where nothing moved. No extreme of the curve is ever lost.
 */
import { drawdownsOf, type EquityCurve } from './curve';

export interface CurvePoint {
  readonly ts: number;
  readonly equity: number;
  readonly drawdownPct: number;
}

/**
 * Points arrive in order of time, each by a number that rises; the numbers of those that stay are handed on
 * bucket by bucket.
 */
export class Downsampler {
  private start = Number.NaN;
  private end = Number.NaN;
  private low = 0;
  private lowEquity = 0;
  private high = 0;
  private highEquity = 0;
  private deepest = 0;
  private deepestPct = 0;
  private last = 0;

  constructor(
    private readonly widthMs: number,
    private readonly onBucket: (startMs: number, kept: readonly number[]) => void,
  ) {}

  /** Called for millions of points in a row: it allocates nothing. */
  push(point: number, ts: number, equity: number, drawdownPct: number): void {
    // The very first point too: no time is less than NaN.
    const isFirst = !(ts < this.end);
    if (isFirst) {
      this.flush();
      this.start = ts - (ts % this.widthMs);
      this.end = this.start + this.widthMs;
    }
    if (isFirst || equity <= this.lowEquity) {
      this.low = point;
      this.lowEquity = equity;
    }
    if (isFirst || equity >= this.highEquity) {
      this.high = point;
      this.highEquity = equity;
    }
    if (isFirst || drawdownPct >= this.deepestPct) {
      this.deepest = point;
      this.deepestPct = drawdownPct;
    }
    this.last = point;
  }

  flush(): void {
    if (Number.isNaN(this.start)) return;
    const kept = [this.low, this.high, this.deepest, this.last].sort((a, b) => a - b);
    const isOne = kept[0] === kept[3];
    this.onBucket(this.start, isOne ? [this.last] : kept.filter((point, i) => point !== kept[i - 1]));
    this.start = Number.NaN;
    this.end = Number.NaN;
  }
}

/** The points that a chart of about `buckets` columns needs: the first, and what downsampling keeps. */
export function thinned({ timeMs, equity }: EquityCurve, buckets: number): readonly number[] {
  const count = timeMs.length;
  if (count === 0) return [];
  const kept: number[] = [0];
  const widthMs = Math.max(1, Math.ceil((timeMs[count - 1]! - timeMs[0]!) / buckets));
  const downsampler = new Downsampler(widthMs, (_, points) => kept.push(...points));
  const drawdowns = drawdownsOf(equity);
  for (let p = 0; p < count; p++) downsampler.push(p, timeMs[p]!, equity[p]!, -drawdowns[p]!);
  downsampler.flush();
  return kept[1] === 0 ? kept.slice(1) : kept;
}
