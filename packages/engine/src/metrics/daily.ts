/**
 * Daily returns: the base of Sharpe and Sortino. A point at time t belongs to the UTC day of t - 1, so that a bar closing at
 * midnight ends its day; days without a point repeat the day before, that is, return nothing.
 */
import { DAY_MS } from '@platform/core';
import type { EquityPoints } from './points';

const DAYS_PER_YEAR = 365;

/** One return for each day from the first point's to the last point's, both included. */
export function dailyReturns(points: EquityPoints, initialEquity: number): Float64Array {
  if (points.length === 0) return new Float64Array(0);
  const firstDay = dayOf(points.timeMs(0));
  const lastDay = dayOf(points.timeMs(points.length - 1));
  const returns = new Float64Array(lastDay - firstDay + 1);
  let before = initialEquity;
  for (let p = 0; p < points.length; p++) {
    const day = dayOf(points.timeMs(p));
    p = points.lastOfDay((day + 1) * DAY_MS, p);
    const end = points.equity[p]!;
    returns[day - firstDay] = before <= 0 ? 0 : end / before - 1;
    before = end;
  }
  return returns;
}

function dayOf(timeMs: number): number {
  return Math.floor((timeMs - 1) / DAY_MS);
}

/** Annualised, risk-free rate 0; null when there is nothing to divide by. */
export function sharpe(returns: Float64Array): number | null {
  const days = returns.length;
  if (days < 2) return null;
  const mean = sum(returns) / days;
  let squares = 0;
  for (let d = 0; d < days; d++) squares += (returns[d]! - mean) * (returns[d]! - mean);
  const deviation = Math.sqrt(squares / (days - 1));
  return deviation === 0 ? null : (mean / deviation) * Math.sqrt(DAYS_PER_YEAR);
}

export function sortino(returns: Float64Array): number | null {
  const days = returns.length;
  if (days < 2) return null;
  let squares = 0;
  for (let d = 0; d < days; d++) if (returns[d]! < 0) squares += returns[d]! * returns[d]!;
  const downside = Math.sqrt(squares / days);
  return downside === 0 ? null : (sum(returns) / days / downside) * Math.sqrt(DAYS_PER_YEAR);
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let d = 0; d < values.length; d++) total += values[d]!;
  return total;
}
