/** How far the price went while a position was open. Scanned once at the exit, so that no bar pays for it. */
import type { BarSeries } from '@platform/core';

export interface Excursion {
  /** Fractions of the entry price: mae <= 0 <= mfe. */
  readonly mae: number;
  readonly mfe: number;
}

/** Over bars `first` to `last` (none when `last` is before `first`) and the exit price; NaN where there is none. */
export function excursion(
  bars: BarSeries,
  first: number,
  last: number,
  isLong: boolean,
  entryPrice: number,
  exitPrice: number,
): Excursion {
  const { high, low } = bars;
  let lowest = Number.isNaN(exitPrice) ? Number.POSITIVE_INFINITY : exitPrice;
  let highest = Number.isNaN(exitPrice) ? Number.NEGATIVE_INFINITY : exitPrice;
  for (let k = first; k <= last; k++) {
    if (low[k]! < lowest) lowest = low[k]!;
    if (high[k]! > highest) highest = high[k]!;
  }
  return isLong
    ? { mae: Math.min(0, lowest / entryPrice - 1), mfe: Math.max(0, highest / entryPrice - 1) }
    : { mae: Math.min(0, 1 - highest / entryPrice), mfe: Math.max(0, 1 - lowest / entryPrice) };
}
