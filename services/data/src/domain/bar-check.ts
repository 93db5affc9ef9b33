/**
 * The door of the market tables: why a bar cannot be used, or null. The database refuses the same, less
 * politely.
 */
import type { Kline } from '@platform/contracts';
import { barOpenTimeMs, findBarFault, type Timeframe, timeframeMs } from '@platform/core';

/** The exchange's clock as we carry it may be behind; a live bar further ahead than this is nonsense. */
export const AHEAD_TOLERANCE_MS = 5 * 60_000;

const MAX_TRADES = 2_147_483_647;

/** `nowMs` is the exchange's time: a bar that has not ended is not closed, whatever it says. */
export function findClosedBarFault(bar: Kline, timeframe: Timeframe, nowMs: number): string | null {
  const fault = findBarFault(
    {
      openTimeMs: bar.open_time,
      open: bar.open,
      high: bar.high,
      low: bar.low,
      close: bar.close,
      volume: bar.volume,
      takerBuyVolume: bar.taker_buy_volume,
    },
    0,
    Number.NEGATIVE_INFINITY,
  );
  if (fault !== null) return fault.message;
  if (!(bar.quote_volume >= 0 && bar.quote_volume < Number.POSITIVE_INFINITY))
    return `quote volume is ${bar.quote_volume}`;
  if (!Number.isInteger(bar.trades) || bar.trades < 0 || bar.trades > MAX_TRADES)
    return `trades is ${bar.trades}`;
  if (barOpenTimeMs(timeframe, bar.open_time) !== bar.open_time)
    return `${bar.open_time} opens no ${timeframe} bar`;
  if (bar.open_time + timeframeMs(timeframe) > nowMs) return 'it ends in the future';
  return null;
}
