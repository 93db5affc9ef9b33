/** Bars as they arrive from outside, from the bus, the data service or a script: sound bars, or nothing. */
import { type Bar, findBarFault } from '@platform/core';

/** The bar, or why the value is not one. */
export function parseKline(value: unknown): Bar | string {
  if (typeof value !== 'object' || value === null) return 'not an object';
  const row = value as Record<string, unknown>;
  const bar: Bar = {
    openTimeMs: number(row['open_time']),
    open: number(row['open']),
    high: number(row['high']),
    low: number(row['low']),
    close: number(row['close']),
    volume: number(row['volume']),
    takerBuyVolume: number(row['taker_buy_volume']),
  };
  return findBarFault(bar, 0, Number.NEGATIVE_INFINITY)?.message ?? bar;
}

/** Text and null are not coerced: what is not a number is refused. */
function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
