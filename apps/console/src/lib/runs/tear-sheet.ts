/**
 * What a tear sheet adds to the figures of a run: how long its rolling window is, and the trips that made the
 * result.
 */
import type { Roundtrip } from './types';

const USUAL_WINDOW = 90;
const SHORTEST_WINDOW = 20;

/** A quarter of a year, or a third of a span that is shorter than nine months. */
export function rollingWindow(dayCount: number): number {
  return Math.max(SHORTEST_WINDOW, Math.min(USUAL_WINDOW, Math.floor(dayCount / 3)));
}

/** The best and the worst by what they made, each at most `count` and none twice. */
export function extremeTrips<T extends Pick<Roundtrip, 'pnlUsd'>>(
  trips: readonly T[],
  count: number,
): { readonly best: readonly T[]; readonly worst: readonly T[] } {
  const sorted = [...trips].sort((a, b) => Number(b.pnlUsd) - Number(a.pnlUsd));
  const half = Math.min(count, Math.floor(sorted.length / 2));
  return {
    best: sorted.slice(0, sorted.length === 1 ? 1 : half),
    worst: sorted.slice(sorted.length - half).reverse(),
  };
}
