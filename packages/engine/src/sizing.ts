/**
 * How large an entry is and where its stop lies unless the strategy says so: one piece of code for backtest
 * and bot. Computed at decisions only, over finite windows, so that a restarted bot sizes alike.
 */
import { type BarSeries, DAY_MS } from '@platform/core';
import type { SizeHint } from '@platform/strategies';
import { round8 } from './rounding';
import type { BacktestSettings } from './settings';

export const RETURN_COUNT = 36;
const TRUE_RANGE_COUNT = 14;
export const YEAR_MS = 365 * DAY_MS;

/** Mean of the last 14 true ranges, bar `i` included. */
export function meanTrueRange(bars: BarSeries, i: number): number {
  const { high, low, close } = bars;
  let sum = 0;
  // NaN compares as neither above nor below: the first bar of all has its own range.
  let previous = i < TRUE_RANGE_COUNT ? Number.NaN : close[i - TRUE_RANGE_COUNT]!;
  for (let k = i - TRUE_RANGE_COUNT + 1; k <= i; k++) {
    const top = previous > high[k]! ? previous : high[k]!;
    const bottom = previous < low[k]! ? previous : low[k]!;
    sum += top - bottom;
    previous = close[k]!;
  }
  return sum / TRUE_RANGE_COUNT;
}

/** Annual volatility of the last 36 close-to-close returns, bar `i` included. */
function realisedVolatility(bars: BarSeries, i: number, barMs: number): number {
  const { close } = bars;
  const first = i - RETURN_COUNT + 1;
  let sum = 0;
  for (let k = first; k <= i; k++) sum += close[k]! / close[k - 1]! - 1;
  const mean = sum / RETURN_COUNT;
  let squares = 0;
  for (let k = first; k <= i; k++) {
    const deviation = close[k]! / close[k - 1]! - 1 - mean;
    squares += deviation * deviation;
  }
  return Math.sqrt(squares / RETURN_COUNT) * Math.sqrt(YEAR_MS / barMs);
}

/** Notional of an entry decided on bar `i`, as a fraction of equity. */
export function equityFraction(
  settings: BacktestSettings,
  hint: SizeHint,
  bars: BarSeries,
  i: number,
  barMs: number,
): number {
  const { maxLeverage } = settings;
  if (settings.sizing === 'full') return 1;
  if (settings.sizing === 'atr') {
    const range = meanTrueRange(bars, i);
    if (range === 0) return maxLeverage;
    const stopDistance = (settings.slAtr * range) / bars.close[i]!;
    return Math.min(maxLeverage, settings.riskPerTrade / stopDistance);
  }
  if (hint.kind === 'fixed') return hint.value;
  const realised = realisedVolatility(bars, i, barMs);
  return realised === 0 ? maxLeverage : Math.min(maxLeverage, hint.value / realised);
}

/** Unsigned, of an entry decided on bar `i` with `equity` at its close. */
export function entryQuantity(
  settings: BacktestSettings,
  hint: SizeHint,
  equity: number,
  bars: BarSeries,
  i: number,
  barMs: number,
): number {
  return round8((equity * equityFraction(settings, hint, bars, i, barMs)) / bars.close[i]!);
}

/** For an entry at `price`; NaN where no stop can be placed: no distance, or a stop at or below zero. */
export function defaultStop(price: number, isLong: boolean, distance: number): number {
  if (distance === 0) return Number.NaN;
  const stop = round8(isLong ? price - distance : price + distance);
  return stop > 0 ? stop : Number.NaN;
}
