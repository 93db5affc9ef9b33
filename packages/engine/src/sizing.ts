/** How large an entry is. Worked out at signals only, over finite windows, so that a restarted bot sizes alike. */
import { type BarSeries, DAY_MS } from '@platform/core';
import type { SizeHint } from '@platform/strategies';
import type { BacktestSettings } from './settings';

const RETURN_COUNT = 36;
const TRUE_RANGE_COUNT = 14;
const YEAR_MS = 365 * DAY_MS;

/** Mean of the last 14 true ranges, bar `i` included. */
export function meanTrueRange(bars: BarSeries, i: number): number {
  const { high, low, close } = bars;
  let sum = 0;
  for (let k = i - TRUE_RANGE_COUNT + 1; k <= i; k++) {
    const range = high[k]! - low[k]!;
    if (k === 0) sum += range;
    else sum += Math.max(range, Math.abs(high[k]! - close[k - 1]!), Math.abs(low[k]! - close[k - 1]!));
  }
  return sum / TRUE_RANGE_COUNT;
}

/** Reused by every call, so that sizing allocates nothing. */
const returns = new Float64Array(RETURN_COUNT);

/** Annual volatility of the last 36 close-to-close returns, bar `i` included. */
export function realisedVolatility(bars: BarSeries, i: number, barMs: number): number {
  const { close } = bars;
  const before = i - RETURN_COUNT;
  let sum = 0;
  for (let k = 0; k < RETURN_COUNT; k++) {
    const change = close[before + k + 1]! / close[before + k]! - 1;
    returns[k] = change;
    sum += change;
  }
  const mean = sum / RETURN_COUNT;
  let squares = 0;
  for (let k = 0; k < RETURN_COUNT; k++) {
    const deviation = returns[k]! - mean;
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
  if (settings.sizing === 'full') return 1;
  if (settings.sizing === 'atr') {
    const range = meanTrueRange(bars, i);
    if (range === 0) return settings.maxLeverage;
    const stopDistance = (settings.slAtr * range) / bars.close[i]!;
    return Math.min(settings.maxLeverage, settings.riskPerTrade / stopDistance);
  }
  if (hint.kind === 'fixed') return hint.value;
  const realised = realisedVolatility(bars, i, barMs);
  return realised === 0 ? settings.maxLeverage : Math.min(settings.maxLeverage, hint.value / realised);
}
