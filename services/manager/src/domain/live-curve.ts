/**
 * One curve from many live runs. Runs come and go with their own capital, so the curve is the capital that bots began with plus
 * what all runs made so far: adding a bot moves it by nothing.
 */
import { DAY_MS, largest, power } from '@platform/core';
import { dailyReturns, EquityPoints, sharpe } from '@platform/engine';

const YEAR_MS = 365.25 * DAY_MS;

export interface LiveRun {
  readonly runId: string;
  readonly botId: string;
  readonly initialEquity: number;
  /** Where it stood when the curve begins; absent when it began later. */
  readonly equityBefore: number | null;
}

/** Where a run stood at the end of a stretch of time. */
export interface LiveMark {
  readonly runId: string;
  readonly stretchMs: number;
  readonly equity: number;
}

export interface LiveCurve {
  /** Before the first point. */
  readonly startEquity: number;
  readonly points: readonly { readonly ts: number; readonly equity: number; readonly drawdownPct: number }[];
}

/** Runs in the order they began; marks in order of time. */
export function liveCurve(runs: readonly LiveRun[], marks: readonly LiveMark[]): LiveCurve {
  const capital = new Map(runs.toReversed().map(({ botId, initialEquity }) => [botId, initialEquity]));
  const standing = new Map(runs.map((run) => [run.runId, run.equityBefore ?? run.initialEquity]));
  let equity = 0;
  for (const begunWith of capital.values()) equity += begunWith;
  for (const run of runs) equity += (run.equityBefore ?? run.initialEquity) - run.initialEquity;
  const startEquity = equity;
  const equityAt = new Map<number, number>();
  for (const mark of marks) {
    equity += mark.equity - (standing.get(mark.runId) ?? mark.equity);
    standing.set(mark.runId, mark.equity);
    equityAt.set(mark.stretchMs, equity);
  }
  let peak = startEquity;
  const points = [...equityAt].map(([ts, at]) => {
    peak = Math.max(peak, at);
    return { ts, equity: at, drawdownPct: peak > 0 ? (100 * (peak - at)) / peak : 0 };
  });
  return { startEquity, points };
}

export interface CurveFigures {
  readonly sharpe: number | null;
  readonly maxDrawdownPct: number | null;
  readonly cagrPct: number | null;
}

/** The engine's own figures, on points at the end of their stretch. */
export function curveFigures({ startEquity, points }: LiveCurve, stretchMs: number): CurveFigures {
  if (points.length === 0) return { sharpe: null, maxDrawdownPct: null, cagrPct: null };
  const equity = Float64Array.from(points, (point) => point.equity);
  const times = Float64Array.from(points, ({ ts }) => ts);
  const curve = new EquityPoints(equity, times, stretchMs);
  const years = (times.at(-1)! - times[0]!) / YEAR_MS;
  const growth = equity.at(-1)! / startEquity;
  return {
    sharpe: sharpe(dailyReturns(curve, startEquity)),
    maxDrawdownPct: largest(points.map(({ drawdownPct }) => drawdownPct)),
    cagrPct: years === 0 || growth <= 0 ? null : 100 * (power(growth, 1 / years) - 1),
  };
}
