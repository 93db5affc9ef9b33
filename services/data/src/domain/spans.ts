/**
 * Spans of time and what a series lacks in them. A span is [fromMs, toMs); lists of them are ascending and
 * apart.
 */
import { barOpenTimeMs, type Timeframe, timeframeMs } from '@platform/core';

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What is left of the span without the others. */
export function without({ fromMs, toMs }: Span, others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let atMs = fromMs;
  for (const other of others) {
    if (other.fromMs > atMs) left.push({ fromMs: atMs, toMs: Math.min(other.fromMs, toMs) });
    atMs = Math.max(atMs, other.toMs);
    if (atMs >= toMs) break;
  }
  if (atMs < toMs) left.push({ fromMs: atMs, toMs });
  return left.filter((span) => span.fromMs < span.toMs);
}

/** The buckets of a time frame whose minutes are all there: each of them must have its bar. */
export function wholeBuckets(minutes: readonly Span[], timeframe: Timeframe): Span[] {
  const stepMs = timeframeMs(timeframe);
  return minutes
    .map(({ fromMs, toMs }) => ({
      fromMs: barOpenTimeMs(timeframe, fromMs + stepMs - 1),
      toMs: barOpenTimeMs(timeframe, toMs),
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
}

/** From the first start to the last end; undefined of nothing. */
export function hull(...lists: readonly (readonly Span[])[]): Span | undefined {
  const all = lists.flat();
  if (all.length === 0) return undefined;
  return {
    fromMs: all.reduce((least, { fromMs }) => Math.min(least, fromMs), Number.POSITIVE_INFINITY),
    toMs: all.reduce((most, { toMs }) => Math.max(most, toMs), Number.NEGATIVE_INFINITY),
  };
}
