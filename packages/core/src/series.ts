/**
 * Closed bars as columns. The bot appends to the same structure that a backtest reads, so that one evaluator
 * serves both. Columns may be replaced by larger ones when the series grows: never keep a reference to a
 * column across an append.
 */

export interface Bar {
  readonly openTimeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly takerBuyVolume: number;
}

export const BAR_COLUMNS = [
  'openTimeMs',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'takerBuyVolume',
] as const;

export class BarSeries {
  length = 0;
  openTimeMs: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
  takerBuyVolume: Float64Array;

  constructor(capacity = 1024) {
    this.openTimeMs = new Float64Array(capacity);
    this.open = new Float64Array(capacity);
    this.high = new Float64Array(capacity);
    this.low = new Float64Array(capacity);
    this.close = new Float64Array(capacity);
    this.volume = new Float64Array(capacity);
    this.takerBuyVolume = new Float64Array(capacity);
  }

  append(bar: Bar): void {
    if (this.length === this.openTimeMs.length) this.grow();
    const i = this.length++;
    // Not in a loop over their names, which V8 would look up again for every bar.
    this.openTimeMs[i] = bar.openTimeMs;
    this.open[i] = bar.open;
    this.high[i] = bar.high;
    this.low[i] = bar.low;
    this.close[i] = bar.close;
    this.volume[i] = bar.volume;
    this.takerBuyVolume[i] = bar.takerBuyVolume;
  }

  /** Bar `i` as a record, for callers off the hot path. */
  at(i: number): Bar {
    return {
      openTimeMs: this.openTimeMs[i]!,
      open: this.open[i]!,
      high: this.high[i]!,
      low: this.low[i]!,
      close: this.close[i]!,
      volume: this.volume[i]!,
      takerBuyVolume: this.takerBuyVolume[i]!,
    };
  }

  private grow(): void {
    const capacity = Math.max(1024, this.openTimeMs.length * 2);
    for (const column of BAR_COLUMNS) {
      const larger = new Float64Array(capacity);
      larger.set(this[column]);
      this[column] = larger;
    }
  }
}

/** Funding settlements in time order; the interval is whatever the exchange says it is. */
export interface FundingSeries {
  readonly length: number;
  readonly timeMs: Float64Array;
  readonly rate: Float64Array;
}
