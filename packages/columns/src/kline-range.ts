/**
 * Which bars of a series, and the months they lie in. Months are those of UTC, as in the table's partitions
 * and the cache's files.
 */
import type { Market } from '@platform/contracts';
import { nextMonthMs, type Timeframe, timeframeMs } from '@platform/core';

export interface KlineSpan {
  readonly market: Market;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Bars that open at or after this. */
  readonly fromMs: number;
  /** Bars that open before this. */
  readonly toMs: number;
}

export interface KlineRange extends KlineSpan {
  /** At most so many: the newest ones, or the oldest when asked for. */
  readonly limit?: number;
  readonly oldest?: boolean;
}

export function barsAtMost({
  timeframe,
  fromMs,
  toMs,
  limit = Number.POSITIVE_INFINITY,
}: KlineRange): number {
  return Math.min(limit, Math.max(0, Math.ceil((toMs - fromMs) / timeframeMs(timeframe))));
}

/** The range, cut where months end. */
export function byMonth(range: KlineRange): KlineRange[] {
  const pieces: KlineRange[] = [];
  for (let fromMs = range.fromMs; fromMs < range.toMs; fromMs = nextMonthMs(fromMs)) {
    pieces.push({ ...range, fromMs, toMs: Math.min(nextMonthMs(fromMs), range.toMs) });
  }
  return pieces;
}
