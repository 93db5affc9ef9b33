/**
 * Returns per UTC day, for Sharpe and Sortino. A point at time t belongs to the UTC day of t - 1, so that a
 * bar closing at midnight ends its day; days without a point repeat the day before, that is, return nothing.
 */
import { DAY_MS } from '@platform/core';
import { RunMemory } from '../records/run-memory';
import type { EquityPoints } from './points';

const DAYS_PER_YEAR = 365;

/**
 * What Sharpe and Sortino need of daily returns, taken in one by one. Amounts begin as doubles, which V8
 * overwrites in place.
 */
export class ReturnMoments {
  days = 0;
  private sum = Number.NaN;
  private mean = Number.NaN;
  /** Squared deviations from the mean, by Welford's recurrence. */
  private deviations = Number.NaN;
  private squaredLosses = Number.NaN;

  constructor() {
    this.sum = 0;
    this.mean = 0;
    this.deviations = 0;
    this.squaredLosses = 0;
  }

  add(dailyReturn: number): void {
    const distance = dailyReturn - this.mean;
    this.days += 1;
    this.sum += dailyReturn;
    this.mean += distance / this.days;
    this.deviations += distance * (dailyReturn - this.mean);
    if (dailyReturn < 0) this.squaredLosses += dailyReturn * dailyReturn;
  }

  get sampleDeviation(): number {
    return Math.sqrt(this.deviations / (this.days - 1));
  }

  /** Root mean square of the losses over all days. */
  get downside(): number {
    return Math.sqrt(this.squaredLosses / this.days);
  }

  /** The mean in units of `deviation`, annualised; null when there is nothing to divide by. */
  annualised(deviation: number): number | null {
    if (this.days < 2 || deviation === 0) return null;
    return (this.sum / this.days / deviation) * Math.sqrt(DAYS_PER_YEAR);
  }
}

/** The risk-free rate is 0. */
export function sharpe(returns: ReturnMoments): number | null {
  return returns.annualised(returns.sampleDeviation);
}

export function sortino(returns: ReturnMoments): number | null {
  return returns.annualised(returns.downside);
}

/** What a walk needs of a curve. */
export type DailyPoints = Pick<EquityPoints, 'equity' | 'length' | 'timeMs' | 'lastOfDay'>;

/** Goes along the equity curve while it grows and takes in the return of every day that is complete. */
export class DailyWalk {
  /** One per day from the first point's to the last point's, both included, once the walk is at its end. */
  readonly returns: Float64Array;
  readonly moments = new ReturnMoments();
  private next = 0;
  private day = 0;
  private before = Number.NaN;

  constructor(
    private readonly points: DailyPoints,
    initialEquity: number,
    memory = new RunMemory(),
  ) {
    const { length } = points;
    this.before = initialEquity;
    if (length > 0) this.day = dayOf(points.timeMs(0));
    this.returns = memory.take(length === 0 ? 0 : dayOf(points.timeMs(length - 1)) - this.day + 1);
  }

  /** Takes in the days that end before point `until`; where the curve ends there, its last day too. */
  extend(until: number): void {
    const { points } = this;
    while (this.next < until) {
      const day = dayOf(points.timeMs(this.next));
      const last = points.lastOfDay((day + 1) * DAY_MS, this.next);
      if (last >= until) return;
      for (; this.day < day; this.day++) this.add(0);
      const end = points.equity[last]!;
      this.add(this.before <= 0 ? 0 : end / this.before - 1);
      this.before = end;
      this.day = day + 1;
      this.next = last + 1;
    }
  }

  private add(dailyReturn: number): void {
    this.returns[this.moments.days] = dailyReturn;
    this.moments.add(dailyReturn);
  }
}

export function dailyReturns(points: EquityPoints, initialEquity: number): ReturnMoments {
  const walk = new DailyWalk(points, initialEquity);
  walk.extend(points.length);
  return walk.moments;
}

/** The UTC day that a point at this time belongs to. */
export function dayOf(timeMs: number): number {
  return Math.floor((timeMs - 1) / DAY_MS);
}
