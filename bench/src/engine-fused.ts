/**
 * The yardstick: supertrend and its fills written as one loop over the columns by hand, with nothing around
 * it. No registry, no settings, no stops, no equity curve: as fast as this can sensibly be in this language.
 */
import type { BarSeries } from '@platform/core';

export interface FusedResult {
  readonly flips: number;
  /** Sum of the flip bars' indices: two runs that agree on it and on the count flipped at the same bars. */
  readonly flipIndexSum: number;
  readonly equity: number;
}

export function fusedSupertrend(
  bars: BarSeries,
  atrPeriod: number,
  multiplier: number,
  warmupBars: number,
  costRate: number,
): FusedResult {
  const { open, high, low, close, length } = bars;
  const alpha = 1 / atrPeriod;
  let atr = 0;
  let trueRangeSum = 0;
  let upper = Number.NaN;
  let lower = Number.NaN;
  let direction = 0;
  let held = 0;
  let pending = 0;
  let quantity = 0;
  let cash = 10_000;
  let flips = 0;
  let flipIndexSum = 0;
  let previousClose = close[0]!;
  for (let i = 0; i < length; i++) {
    if (pending !== 0) {
      const price = open[i]!;
      const equity = cash + quantity * price;
      const wanted = (pending * equity) / price;
      cash -= (wanted - quantity) * price + Math.abs(wanted - quantity) * price * costRate;
      quantity = wanted;
      pending = 0;
    }
    const h = high[i]!;
    const l = low[i]!;
    const c = close[i]!;
    const trueRange =
      i === 0 ? h - l : Math.max(h - l, Math.abs(h - previousClose), Math.abs(l - previousClose));
    if (i < atrPeriod) {
      trueRangeSum += trueRange;
      atr = trueRangeSum / atrPeriod;
    } else {
      atr += alpha * (trueRange - atr);
    }
    if (i >= atrPeriod - 1) {
      const mid = (h + l) / 2;
      const basicUpper = mid + multiplier * atr;
      const basicLower = mid - multiplier * atr;
      if (direction === 0) {
        direction = -1;
        upper = basicUpper;
        lower = basicLower;
      } else {
        if (basicUpper < upper || previousClose > upper) upper = basicUpper;
        if (basicLower > lower || previousClose < lower) lower = basicLower;
      }
      if (direction < 0) {
        if (c > upper) direction = 1;
      } else if (c < lower) direction = -1;
    }
    previousClose = c;
    if (i + 1 >= warmupBars && direction !== held) {
      held = direction;
      pending = direction;
      flips += 1;
      flipIndexSum += i;
    }
  }
  return { flips, flipIndexSum, equity: cash + quantity * previousClose };
}
