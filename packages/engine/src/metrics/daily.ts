/**
 * Daily returns: the base of Sharpe and Sortino. A point at time t belongs to the UTC day of t - 1, so that a bar closing at
 * midnight ends its day; days without a point repeat the day before, that is, return nothing.
 */
import { DAY_MS } from '@platform/core';
import type { EquityPoints } from './points';

const DAYS_PER_YEAR = 365;

export interface DailyReturns {
  /** Days from the first point's to the last point's, both included. */
  readonly days: number;
  /** Returns of the days that have a point; all others are 0. */
  readonly returns: readonly number[];
}

export function dailyReturns(points: EquityPoints, initialEquity: number): DailyReturns {
  const returns: number[] = [];
  if (points.length === 0) return { days: 0, returns };
  const firstDay = dayOf(points.timeMs(0));
  let day = firstDay;
  let before = initialEquity;
  for (let p = 0; p < points.length; p++) {
    day = dayOf(points.timeMs(p));
    p = points.lastUntil((day + 1) * DAY_MS, p);
    const end = points.equity[p]!;
    returns.push(before <= 0 ? 0 : end / before - 1);
    before = end;
  }
  return { days: day - firstDay + 1, returns };
}

function dayOf(timeMs: number): number {
  return Math.floor((timeMs - 1) / DAY_MS);
}

/** Annualised, risk-free rate 0; null when there is nothing to divide by. */
export function sharpe({ days, returns }: DailyReturns): number | null {
  if (days < 2) return null;
  const mean = sum(returns) / days;
  // Days without a point return 0 and so deviate by the mean.
  let squares = (days - returns.length) * mean * mean;
  for (const value of returns) squares += (value - mean) * (value - mean);
  const deviation = Math.sqrt(squares / (days - 1));
  return deviation === 0 ? null : (mean / deviation) * Math.sqrt(DAYS_PER_YEAR);
}

export function sortino({ days, returns }: DailyReturns): number | null {
  if (days < 2) return null;
  let squares = 0;
  for (const value of returns) if (value < 0) squares += value * value;
  const downside = Math.sqrt(squares / days);
  return downside === 0 ? null : (sum(returns) / days / downside) * Math.sqrt(DAYS_PER_YEAR);
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
