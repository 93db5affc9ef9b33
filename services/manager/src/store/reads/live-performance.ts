/**
 * How live trading did: one curve over all runs that are asked for, and the figures of the roundtrips closed
 * in its span.
 */
import type { PerformanceQuery, PerformanceResponse, Resolution } from '@platform/contracts';
import { timeframeMs } from '@platform/core';
import type pg from 'pg';
import {
  beforeFlows,
  curveFigures,
  type LiveBot,
  type LiveMark,
  type LivePoint,
  type LiveRun,
  liveCurve,
  partMsOf,
} from '../../domain/live-curve';
import { STARTED_BOTS } from './bot-money';

const DEFAULT_RESOLUTION: Resolution = '1h';

/** An answer holds about as many points as a screen can show. */
const MAX_POINTS = 5_000;

const RUNS = `
  SELECT id AS "runId", bot_id AS "botId", initial_equity::float8 AS "initialEquity", before.equity AS "equityBefore",
    span.first AS "firstMs", span.last AS "lastMs"
  FROM trading.runs
  LEFT JOIN LATERAL (SELECT equity::float8 AS equity FROM trading.equity_points
    WHERE run_id = runs.id AND ts < $2 ORDER BY ts DESC LIMIT 1) before ON true
  CROSS JOIN LATERAL (SELECT min(ts)::float8 AS first, max(ts)::float8 AS last FROM trading.equity_points
    WHERE run_id = runs.id AND ts >= $2 AND ts < $3) span
  WHERE kind = 'live' AND ($1::uuid IS NULL OR bot_id = $1) ORDER BY created_at, id`;

const BOTS = `
  SELECT bot_id AS "botId", (extract(epoch FROM started_at) * 1000)::float8 AS "startedMs",
    (extract(epoch FROM deleted_at) * 1000)::float8 AS "endedMs",
    coalesce(trading.allocation_usd(bot_id), 0)::float8 AS capital
  FROM (${STARTED_BOTS}) bot WHERE $1::uuid IS NULL OR bot_id = $1`;

/**
 * Where each run ($1, with points from $2 to $3) stood at the end of buckets of $7 ms. From $5 on all buckets
 * are there. Of those before, back to $4, there are the ones in which a run was at its highest, its lowest or
 * its last in a part of $8 ms, and those of $9: so the whole curve keeps its peaks and falls. Each says where
 * all runs stood that have moved since the one before it.
 */
const MARKS = `
  WITH part AS (
    SELECT max(ts) AS last, max(ARRAY[equity::float8, ts]) AS highest, min(ARRAY[equity::float8, ts]) AS lowest
    FROM trading.equity_points WHERE run_id = ANY ($1) AND ts >= $4 AND ts < $5 GROUP BY run_id, ts / $8::bigint),
  moment AS (
    SELECT unnest(ARRAY[last, highest[2]::bigint, lowest[2]::bigint]) AS ts FROM part UNION SELECT unnest($9::bigint[])),
  bucket AS (
    SELECT begins, begins + $7 AS ends, lag(begins + $7, 1, $4::bigint) OVER (ORDER BY begins) AS since
    FROM (SELECT DISTINCT ts - ts % $7::bigint AS begins FROM moment WHERE ts >= $4 AND ts < $5) chosen)
  SELECT run.id AS "runId", begins::float8 AS "bucketStartMs", point.equity
  FROM bucket JOIN unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS run (id, first, last) ON run.first < ends AND run.last >= since
  CROSS JOIN LATERAL (SELECT equity::float8 AS equity FROM trading.equity_points
    WHERE run_id = run.id AND ts >= since AND ts < ends ORDER BY ts DESC LIMIT 1) point
  UNION ALL (
    SELECT DISTINCT ON (begins, run_id) run_id, begins::float8, equity::float8
    FROM (SELECT run_id, ts, equity, ts - ts % $7::bigint AS begins FROM trading.equity_points
      WHERE run_id = ANY ($1) AND ts >= $5 AND ts < $6) newest
    ORDER BY begins, run_id, ts DESC)
  ORDER BY "bucketStartMs", "runId"`;

const TRIPS = `
  SELECT count(*)::int AS count, (count(*) FILTER (WHERE pnl > 0))::int AS wins, trim_scale(coalesce(sum(pnl), 0))::text AS pnl,
    trim_scale(coalesce(sum(fees), 0))::text AS fees, trim_scale(coalesce(sum(funding), 0))::text AS funding,
    trim_scale(coalesce(sum(slippage), 0))::text AS slippage
  FROM trading.roundtrips WHERE run_id = ANY ($1) AND exit_ts >= $2 AND exit_ts < $3`;

interface Trips {
  readonly count: number;
  readonly wins: number;
  readonly pnl: string;
  readonly fees: string;
  readonly funding: string;
  readonly slippage: string;
}

export async function readPerformance(pool: pg.Pool, query: PerformanceQuery): Promise<PerformanceResponse> {
  const { bot_id = null, from_ts: fromMs = 0, to_ts: toMs = Number.MAX_SAFE_INTEGER } = query;
  const bucketMs = timeframeMs(query.resolution ?? DEFAULT_RESOLUTION);
  const { runIds, curve } = await readCurve(pool, { botId: bot_id, fromMs, toMs, bucketMs });
  const trips = await pool.query<Trips>(TRIPS, [runIds, fromMs, toMs]);
  const { count, wins, pnl, fees, funding, slippage } = trips.rows[0]!;
  return {
    stats: {
      ...curveFigures(curve, bucketMs),
      winRatePct: count === 0 ? null : (100 * wins) / count,
      netPnlUsd: pnl,
      feesUsd: fees,
      fundingUsd: funding,
      slippageUsd: slippage,
      roundtripCount: count,
    },
    equity: curve.slice(-MAX_POINTS).map(({ ts, equity, drawdownPct }) => ({
      ts,
      equityUsd: equity.toFixed(8),
      drawdownPct,
    })),
  };
}

interface CurveSpan {
  readonly botId: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucketMs: number;
}

/** The whole curve, with its newest points at the resolution that is asked for. */
async function readCurve(
  pool: pg.Pool,
  { botId, fromMs, toMs, bucketMs }: CurveSpan,
): Promise<{ runIds: readonly string[]; curve: readonly LivePoint[] }> {
  const [{ rows: runs }, { rows: bots }] = await Promise.all([
    pool.query<LiveRun & RunSpan>(RUNS, [botId, fromMs, toMs]),
    pool.query<LiveBot>(BOTS, [botId]),
  ]);
  const runIds = runs.map(({ runId }) => runId);
  const traded = runs.filter(({ firstMs }) => firstMs !== null);
  if (traded.length === 0) return { runIds, curve: [] };
  const [firsts, lasts] = [traded.map((run) => run.firstMs!), traded.map((run) => run.lastMs!)];
  const [firstMs, lastMs] = [Math.min(...firsts), Math.max(...lasts)];
  const partMs = partMsOf((lastMs - firstMs) * Math.max(1, bots.length), bucketMs);
  const newestFromMs = Math.floor((lastMs - (MAX_POINTS - 1) * bucketMs) / partMs) * partMs;
  const marks = await pool.query<LiveMark>(MARKS, [
    traded.map(({ runId }) => runId),
    firsts,
    lasts,
    fromMs,
    Math.max(fromMs, newestFromMs),
    toMs,
    bucketMs,
    partMs,
    [firstMs, ...beforeFlows(bots, bucketMs)],
  ]);
  return { runIds, curve: liveCurve({ bots, runs, marks: marks.rows, bucketMs }) };
}

/** When the points of a run begin and end; null where it has none. */
interface RunSpan {
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

/** The fall from the peak as the newest point of the whole curve has it; null before the first. */
export async function readDrawdownPct(pool: pg.Pool): Promise<number | null> {
  const bucketMs = timeframeMs('1m');
  const span = { botId: null, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, bucketMs };
  return (await readCurve(pool, span)).curve.at(-1)?.drawdownPct ?? null;
}
