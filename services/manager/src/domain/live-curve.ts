/**
 * One curve from many live bots: what they have at a time is the capital of each from its start, moved by
 * what its runs made. Capital that comes with a bot and goes with it is neither profit nor loss, so drawdown
 * and the other figures are those of an index that compounds what was made on what was there; nothing that
 * begins later changes a point before it.
 */
import { DAY_MS, HOUR_MS, largest, power } from '@platform/core';
import { dailyReturns, EquityPoints, sharpe } from '@platform/engine';

const YEAR_MS = 365.25 * DAY_MS;
/** Parts of a curve lie within days, so that no day is without its end. */
const PART_MS = [HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, DAY_MS];
const MAX_PARTS = 5_000;

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

/** Where a run stood at the end of a bucket of time; buckets may be left out. */
export interface LiveMark {
  readonly runId: string;
  readonly bucketStartMs: number;
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
  /** In order of time, those of one bucket in the order their runs began. */
  readonly marks: readonly LiveMark[];
  readonly bucketMs: number;
}

export function liveCurve({ bots, runs, marks, bucketMs }: LiveTrading): readonly LivePoint[] {
  const runOf = new Map(runs.map((run) => [run.runId, run]));
  const standing = new Map<string, number>();
  const current = new Map<string, string>();
  const flows = flowsOf(bots, runs, bucketMs);
  const points: LivePoint[] = [];
  let [equity, index, peak] = [0, 1, 1];

  const put = (botId: string, value: number) => {
    equity += value - (standing.get(botId) ?? 0);
    standing.set(botId, value);
  };
  for (const [i, mark] of marks.entries()) {
    while (flows.length > 0 && flows[0]!.bucketStartMs <= mark.bucketStartMs) {
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
    // Before all runs are where they stood at its end, a bucket has neither a peak nor a fall.
    if (marks[i + 1]?.bucketStartMs === mark.bucketStartMs) continue;
    peak = Math.max(peak, index);
    points.push({ ts: mark.bucketStartMs, equity, index, drawdownPct: 100 * (1 - index / peak) });
  }
  return points;
}

/**
 * How long the parts are that a curve of all bots together this long is seen by: the longer it is, the longer
 * they are.
 */
export function partMsOf(spanMs: number, bucketMs: number): number {
  return Math.max(bucketMs, PART_MS.find((partMs) => spanMs / partMs <= MAX_PARTS) ?? DAY_MS);
}

/**
 * The ends of the last buckets before a bot begins or ends: what was made until then was made on what was
 * there then.
 */
export function beforeFlows(bots: readonly LiveBot[], bucketMs: number): number[] {
  return flowsOf(bots, [], bucketMs).map((flow) => flow.bucketStartMs - 1);
}

interface Flow {
  readonly bucketStartMs: number;
  readonly botId: string;
  readonly value: number;
  readonly isStart: boolean;
}

/** Where bots begin and end, in order of time. */
function flowsOf(bots: readonly LiveBot[], runs: readonly LiveRun[], bucketMs: number): Flow[] {
  const at = (timeMs: number) => Math.floor(timeMs / bucketMs) * bucketMs;
  return bots
    .flatMap(({ botId, startedMs, endedMs, capital }) => {
      const own = runs.filter((run) => run.botId === botId);
      const before = own.findLast((run) => run.equityBefore !== null)?.equityBefore;
      const value = before ?? own[0]?.initialEquity ?? capital;
      const start = { bucketStartMs: at(startedMs), botId, value, isStart: true };
      // What was marked in its last bucket still counts: it leaves with the next.
      const end =
        endedMs === null ? [] : [{ bucketStartMs: at(endedMs) + bucketMs, botId, value: 0, isStart: false }];
      return [start, ...end];
    })
    .sort((a, b) => a.bucketStartMs - b.bucketStartMs);
}

export interface CurveFigures {
  readonly sharpe: number | null;
  readonly maxDrawdownPct: number | null;
  readonly cagrPct: number | null;
}

/** The engine's own figures, on points at the end of their bucket. */
export function curveFigures(points: readonly LivePoint[], bucketMs: number): CurveFigures {
  if (points.length === 0) return { sharpe: null, maxDrawdownPct: null, cagrPct: null };
  const index = Float64Array.from(points, (point) => point.index);
  const times = Float64Array.from(points, ({ ts }) => ts);
  const curve = new EquityPoints(index, times, bucketMs);
  const years = (times.at(-1)! - times[0]!) / YEAR_MS;
  const growth = index.at(-1)!;
  return {
    sharpe: sharpe(dailyReturns(curve, 1)),
    maxDrawdownPct: largest(points.map(({ drawdownPct }) => drawdownPct)),
    cagrPct: years === 0 || growth <= 0 ? null : 100 * (power(growth, 1 / years) - 1),
  };
}
