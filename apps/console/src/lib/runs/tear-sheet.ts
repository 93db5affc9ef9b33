/** The figures that a tear sheet adds to those of the run: returns by day, the Sharpe ratio as it rolled, and the trips that made it. */
import { DAY_MS } from '@platform/core';
import type { Curve, Roundtrip } from './types';

export interface Series {
  readonly ts: readonly number[];
  readonly values: readonly number[];
}

/**
 * From the last equity of one UTC day to the last of the next, in percent. A point at midnight ends its day, and days without a point
 * repeat the one before: as the run's own figures are made.
 */
export function dailyReturns({ ts, equityUsd }: Pick<Curve, 'ts' | 'equityUsd'>): Series {
  const days: number[] = [];
  const returns: number[] = [];
  if (ts.length === 0) return { ts: days, values: returns };
  let i = 0;
  let before = equityUsd[0]!;
  const last = dayOf(ts[ts.length - 1]!);
  for (let day = dayOf(ts[0]!); day <= last; day += 1) {
    let close = before;
    for (; i < ts.length && dayOf(ts[i]!) === day; i += 1) close = equityUsd[i]!;
    days.push(day * DAY_MS);
    returns.push(before > 0 ? 100 * (close / before - 1) : 0);
    before = close;
  }
  return { ts: days, values: returns };
}

const DAYS_A_YEAR = 365;
const USUAL_WINDOW = 90;
const SHORTEST_WINDOW = 20;

/** A quarter of a year, or a third of a span that is shorter than nine months. */
export function rollingWindow(dayCount: number): number {
  return Math.max(SHORTEST_WINDOW, Math.min(USUAL_WINDOW, Math.floor(dayCount / 3)));
}

/** Annualised like the run's own Sharpe ratio: mean by standard deviation (n - 1) of daily returns, times the root of 365. */
export function rollingSharpe({ ts, values }: Series, window: number): Series {
  const times: number[] = [];
  const ratios: number[] = [];
  for (let end = window; end <= values.length; end += 1) {
    const part = values.slice(end - window, end);
    const mean = part.reduce((sum, value) => sum + value, 0) / window;
    const variance = part.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (window - 1);
    times.push(ts[end - 1]!);
    ratios.push(variance > 0 ? (mean / Math.sqrt(variance)) * Math.sqrt(DAYS_A_YEAR) : 0);
  }
  return { ts: times, values: ratios };
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

function dayOf(timeMs: number): number {
  return Math.floor((timeMs - 1) / DAY_MS);
}
