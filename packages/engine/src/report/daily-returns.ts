/** Returns by UTC day and the Sharpe ratio as it rolled, by the same rules as the figures of the run. */
import { DAY_MS } from '@platform/core';
import { DailyWalk, dayOf, ReturnMoments, sharpe } from '../metrics/daily';
import type { EquityCurve } from './curve';

export interface DailyReturns {
  /** Where each day begins. */
  readonly dayMs: readonly number[];
  /** Fractions. */
  readonly returns: Float64Array;
}

/** The first day's is from the equity before the curve. */
export function returnsByDay({ timeMs, equity }: EquityCurve, equityBefore: number): DailyReturns {
  const { length } = timeMs;
  const points = {
    equity: Float64Array.from(equity),
    length,
    timeMs: (p: number) => timeMs[p]!,
    lastOfDay(endMs: number, p: number) {
      let last = p;
      while (last + 1 < length && timeMs[last + 1]! <= endMs) last += 1;
      return last;
    },
  };
  const walk = new DailyWalk(points, equityBefore);
  walk.extend(length);
  const firstDay = length === 0 ? 0 : dayOf(timeMs[0]!);
  return { dayMs: Array.from(walk.returns, (_, day) => (firstDay + day) * DAY_MS), returns: walk.returns };
}

export interface RollingSharpe {
  /** The last day of each window. */
  readonly dayMs: readonly number[];
  /** Null where nothing moved. */
  readonly ratios: readonly (number | null)[];
}

/** Over each `window` of days in a row; nothing before the first is full. */
export function rollingSharpe({ dayMs, returns }: DailyReturns, window: number): RollingSharpe {
  const ratios: (number | null)[] = [];
  for (let end = window; end <= returns.length; end++) {
    const moments = new ReturnMoments();
    for (let day = end - window; day < end; day++) moments.add(returns[day]!);
    ratios.push(sharpe(moments));
  }
  return { dayMs: dayMs.slice(window - 1), ratios };
}
