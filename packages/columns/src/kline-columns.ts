/**
 * Closed bars as nine columns of doubles. Everything the exchange says about a bar is kept; the engine
 * borrows seven of them.
 */
import type { Kline } from '@platform/contracts';
import { BAR_COLUMNS, type Bar, BarSeries } from '@platform/core';

/** In the order of the wire and of the files. Trades are counts, and a double holds them exactly. */
export const COLUMNS = [
  'openTimeMs',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'quoteVolume',
  'trades',
  'takerBuyVolume',
] as const;

export class KlineColumns {
  length = 0;
  openTimeMs: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
  quoteVolume: Float64Array;
  trades: Float64Array;
  takerBuyVolume: Float64Array;

  constructor(capacity = 1024) {
    this.openTimeMs = new Float64Array(capacity);
    this.open = new Float64Array(capacity);
    this.high = new Float64Array(capacity);
    this.low = new Float64Array(capacity);
    this.close = new Float64Array(capacity);
    this.volume = new Float64Array(capacity);
    this.quoteVolume = new Float64Array(capacity);
    this.trades = new Float64Array(capacity);
    this.takerBuyVolume = new Float64Array(capacity);
  }

  /** Room for one more bar; returns its place. */
  extend(): number {
    if (this.length === this.openTimeMs.length) this.reserve(Math.max(1024, this.length * 2));
    return this.length++;
  }

  append(bar: Kline): void {
    const i = this.extend();
    this.openTimeMs[i] = bar.open_time;
    this.open[i] = bar.open;
    this.high[i] = bar.high;
    this.low[i] = bar.low;
    this.close[i] = bar.close;
    this.volume[i] = bar.volume;
    this.quoteVolume[i] = bar.quote_volume;
    this.trades[i] = bar.trades;
    this.takerBuyVolume[i] = bar.taker_buy_volume;
  }

  at(i: number): Kline {
    return {
      open_time: this.openTimeMs[i]!,
      open: this.open[i]!,
      high: this.high[i]!,
      low: this.low[i]!,
      close: this.close[i]!,
      volume: this.volume[i]!,
      quote_volume: this.quoteVolume[i]!,
      trades: this.trades[i]!,
      taker_buy_volume: this.takerBuyVolume[i]!,
    };
  }

  /** Whether bar `i` is bar `j` of the other, bit for bit. */
  equalsAt(i: number, other: KlineColumns, j: number): boolean {
    return COLUMNS.every((column) => Object.is(this[column][i], other[column][j]));
  }

  /** A view, not a copy. */
  slice(from: number, to: number): KlineColumns {
    const part = new KlineColumns(0);
    for (const column of COLUMNS) part[column] = this[column].subarray(from, to);
    part.length = to - from;
    return part;
  }

  appendAll(more: KlineColumns): void {
    const at = this.length;
    if (at + more.length > this.openTimeMs.length) this.reserve(at + more.length);
    this.length = at + more.length;
    this.setAll(more, at);
  }

  /** Overwrites the bars from `at` on. */
  setAll(bars: KlineColumns, at: number): void {
    for (const column of COLUMNS) this[column].set(bars[column].subarray(0, bars.length), at);
  }

  private reserve(capacity: number): void {
    for (const column of COLUMNS) {
      const larger = new Float64Array(capacity);
      larger.set(this[column]);
      this[column] = larger;
    }
  }
}

/** The same memory as the series that strategies and backtests read; with `from` and `to` a part of it. */
export function toBarSeries(
  columns: Pick<KlineColumns, keyof Bar | 'length'>,
  from = 0,
  to = columns.length,
): BarSeries {
  const series = new BarSeries(0);
  series.length = to - from;
  for (const column of BAR_COLUMNS) series[column] = columns[column].subarray(from, to);
  return series;
}
