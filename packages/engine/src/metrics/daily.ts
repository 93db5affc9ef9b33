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

export function dailyReturns({ timeMs, equity }: EquityPoints, initialEquity: number): DailyReturns {
  const returns: number[] = [];
  const dayOf = (t: number) => Math.floor((t - 1) / DAY_MS);
  let dayEndMs = equity.length === 0 ? 0 : (dayOf(timeMs[0]!) + 1) * DAY_MS;
  let before = initialEquity;
  const endDay = (end: number) => {
    returns.push(before <= 0 ? 0 : end / before - 1);
    before = end;
  };
  for (let i = 1; i < equity.length; i++) {
    if (timeMs[i]! <= dayEndMs) continue;
    endDay(equity[i - 1]!);
    dayEndMs = (dayOf(timeMs[i]!) + 1) * DAY_MS;
  }
  if (equity.length === 0) return { days: 0, returns };
  endDay(equity[equity.length - 1]!);
  return { days: dayOf(timeMs[timeMs.length - 1]!) - dayOf(timeMs[0]!) + 1, returns };
}

/** Annualised, risk-free rate 0; null when there is nothing to divide by. */
export function sharpe({ days, returns }: DailyReturns): number | null {
  if (days < 2) return null;
  const mean = sum(returns) / days;
  // Days without a point return 0 and so deviate by the mean.
  const quietDays = days - returns.length;
  const squares = sum(returns.map((r) => (r - mean) * (r - mean))) + quietDays * mean * mean;
  const deviation = Math.sqrt(squares / (days - 1));
  return deviation === 0 ? null : (mean / deviation) * Math.sqrt(DAYS_PER_YEAR);
}

export function sortino({ days, returns }: DailyReturns): number | null {
  if (days < 2) return null;
  const downside = Math.sqrt(sum(returns.map((r) => Math.min(r, 0) * Math.min(r, 0))) / days);
  return downside === 0 ? null : (sum(returns) / days / downside) * Math.sqrt(DAYS_PER_YEAR);
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
