/**
 * Where an arriving bar belongs. Only the bar right after the last one may be decided on; whatever else arrives, early, late,
 * twice or changed, cannot alter what was decided.
 */
import {
  BAR_COLUMNS,
  type Bar,
  type BarSeries,
  barOpenTimeMs,
  type Timeframe,
  timeframeMs,
} from '@platform/core';

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

/** The bars that lead up to the last one without a gap, oldest first. `bars` are sorted and hold no open time twice. */
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
