/**
 * One curve from many live bots: what they have at a time is the capital of each from its start, moved by what its runs made.
 * Capital that comes with a bot and goes with it is neither profit nor loss, so drawdown and the other figures are those of an
 * index that compounds what was made on what was there; nothing that begins later changes a point before it.
 */
import { DAY_MS, power } from '@platform/core';
import { dailyReturns, EquityPoints, sharpe } from '@platform/engine';

const YEAR_MS = 365.25 * DAY_MS;

/** A bot that was started at least once. */
export interface LiveBot {
  readonly botId: string;
  readonly startedMs: number;
  /** When it was deleted and its capital went with it. */
  readonly endedMs: number | null;
  /** What it has to trade with before its first run. */
  readonly capital: number;
}

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

export interface LivePoint {
  readonly ts: number;
  readonly equity: number;
  /** 1 before the first point. */
  readonly index: number;
  readonly drawdownPct: number;
}

export interface LiveTrading {
  readonly bots: readonly LiveBot[];
  /** In the order they began. */
  readonly runs: readonly LiveRun[];
  /** In order of time, those of one stretch in the order their runs began. */
  readonly marks: readonly LiveMark[];
  readonly stretchMs: number;
}

export function liveCurve({ bots, runs, marks, stretchMs }: LiveTrading): readonly LivePoint[] {
  const runOf = new Map(runs.map((run) => [run.runId, run]));
  const standing = new Map<string, number>();
  const current = new Map<string, string>();
  const flows = flowsOf(bots, runs, stretchMs);
  const points = new Map<number, LivePoint>();
  let [equity, index, peak] = [0, 1, 1];

  const put = (botId: string, value: number) => {
    equity += value - (standing.get(botId) ?? 0);
    standing.set(botId, value);
  };
  for (const mark of marks) {
    while (flows.length > 0 && flows[0]!.stretchMs <= mark.stretchMs) {
      const { botId, value, isStart } = flows.shift()!;
      // A run may be older than the first start on record: then it has said already what the bot has.
      if (!isStart || !standing.has(botId)) put(botId, value);
    }
    const run = runOf.get(mark.runId);
    if (run === undefined) continue;
    if (current.get(run.botId) !== run.runId) {
      current.set(run.botId, run.runId);
      put(run.botId, run.equityBefore ?? run.initialEquity);
    }
    const before = equity;
    put(run.botId, mark.equity);
    if (before > 0) index *= Math.max(0, equity / before);
    peak = Math.max(peak, index);
    const drawdownPct = 100 * (1 - index / peak);
    points.set(mark.stretchMs, { ts: mark.stretchMs, equity, index, drawdownPct });
  }
  return [...points.values()];
}

interface Flow {
  readonly stretchMs: number;
  readonly botId: string;
  readonly value: number;
  readonly isStart: boolean;
}

/** Where bots begin and end, in order of time. */
function flowsOf(bots: readonly LiveBot[], runs: readonly LiveRun[], stretchMs: number): Flow[] {
  const at = (timeMs: number) => Math.floor(timeMs / stretchMs) * stretchMs;
  return bots
    .flatMap(({ botId, startedMs, endedMs, capital }) => {
      const own = runs.filter((run) => run.botId === botId);
      const before = own.findLast((run) => run.equityBefore !== null)?.equityBefore;
      const value = before ?? own[0]?.initialEquity ?? capital;
      const start = { stretchMs: at(startedMs), botId, value, isStart: true };
      // What was marked in its last stretch still counts: it leaves with the next.
      const end =
        endedMs === null ? [] : [{ stretchMs: at(endedMs) + stretchMs, botId, value: 0, isStart: false }];
      return [start, ...end];
    })
    .sort((a, b) => a.stretchMs - b.stretchMs);
}

export interface CurveFigures {
  readonly sharpe: number | null;
  readonly maxDrawdownPct: number | null;
  readonly cagrPct: number | null;
}

/** The engine's own figures, on points at the end of their stretch. */
export function curveFigures(points: readonly LivePoint[], stretchMs: number): CurveFigures {
  if (points.length === 0) return { sharpe: null, maxDrawdownPct: null, cagrPct: null };
  const index = Float64Array.from(points, (point) => point.index);
  const times = Float64Array.from(points, ({ ts }) => ts);
  const curve = new EquityPoints(index, times, stretchMs);
  const years = (times.at(-1)! - times[0]!) / YEAR_MS;
  const growth = index.at(-1)!;
  return {
    sharpe: sharpe(dailyReturns(curve, 1)),
    maxDrawdownPct: points.reduce((deepest, { drawdownPct }) => Math.max(deepest, drawdownPct), 0),
    cagrPct: years === 0 || growth <= 0 ? null : 100 * (power(growth, 1 / years) - 1),
  };
}
