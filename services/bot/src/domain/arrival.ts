/**
 * Bars as they arrive from outside, from the bus, the data service or a script: sound bars or nothing, and
 * where they belong. Only the bar right after the last one may be decided on; whatever else arrives, early,
 * late, twice or changed, cannot alter what was decided.
 */
import {
  BAR_COLUMNS,
  type Bar,
  type BarSeries,
  barOpenTimeMs,
  findBarFault,
  type Timeframe,
  timeframeMs,
} from '@platform/core';

/** The bar, or why the value is not one. */
export function parseBar(value: unknown): Bar | string {
  if (typeof value !== 'object' || value === null) return 'not an object';
  const row = value as Record<string, unknown>;
  const bar: Bar = {
    openTimeMs: asNumber(row['open_time']),
    open: asNumber(row['open']),
    high: asNumber(row['high']),
    low: asNumber(row['low']),
    close: asNumber(row['close']),
    volume: asNumber(row['volume']),
    takerBuyVolume: asNumber(row['taker_buy_volume']),
  };
  return findBarFault(bar, 0, Number.NEGATIVE_INFINITY)?.message ?? bar;
}

/** Text and null are not coerced: what is not a number is refused. */
function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

export type Arrival =
  | { readonly kind: 'next' }
  /** Bars from `fromMs` up to, not including, `toMs` are missing. */
  | { readonly kind: 'gap'; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: 'duplicate' | 'late' | 'revised' | 'misaligned' };

export function classifyArrival(series: BarSeries, bar: Bar, timeframe: Timeframe): Arrival {
  const { openTimeMs } = bar;
  if (barOpenTimeMs(timeframe, openTimeMs) !== openTimeMs) return { kind: 'misaligned' };
  const barMs = timeframeMs(timeframe);
  const nextMs = series.openTimeMs[series.length - 1]! + barMs;
  if (openTimeMs === nextMs) return { kind: 'next' };
  if (openTimeMs > nextMs) return { kind: 'gap', fromMs: nextMs, toMs: openTimeMs };
  const known = series.length - (nextMs - openTimeMs) / barMs;
  if (known < 0) return { kind: 'late' };
  return { kind: sameBar(series.at(known), bar) ? 'duplicate' : 'revised' };
}

function sameBar(a: Bar, b: Bar): boolean {
  return BAR_COLUMNS.every((column) => a[column] === b[column]);
}

/**
 * The bars that lead up to the last one without a gap, oldest first. `bars` are sorted and hold no open time
 * twice.
 */
export function contiguousTail(bars: readonly Bar[], timeframe: Timeframe): readonly Bar[] {
  const barMs = timeframeMs(timeframe);
  let start = bars.length - 1;
  while (start > 0 && bars[start]!.openTimeMs - bars[start - 1]!.openTimeMs === barMs) start -= 1;
  return bars.slice(Math.max(start, 0));
}

/** Both lists as one: sorted by open time, each open time once. What comes first in the arguments wins. */
export function mergeBars(preferred: readonly Bar[], others: readonly Bar[]): readonly Bar[] {
  const byTime = new Map<number, Bar>();
  for (const bar of [...preferred, ...others])
    if (!byTime.has(bar.openTimeMs)) byTime.set(bar.openTimeMs, bar);
  return [...byTime.values()].sort((a, b) => a.openTimeMs - b.openTimeMs);
}
