/** How live trading did: one curve over all runs that are asked for, and the figures of the roundtrips closed in its span. */
import type { PerformanceQuery, PerformanceResponse, Resolution } from '@platform/contracts';
import { timeframeMs } from '@platform/core';
import type pg from 'pg';
import {
  curveFigures,
  type LiveBot,
  type LiveMark,
  type LivePoint,
  type LiveRun,
  liveCurve,
} from '../../domain/live-curve';
import { STARTED_BOTS } from './bot-money';

const DEFAULT_RESOLUTION: Resolution = '1h';

/** An answer holds about as many points as a screen can show. */
const MAX_POINTS = 5_000;

const RUNS = `
  SELECT id AS "runId", bot_id AS "botId", initial_equity::float8 AS "initialEquity", before.equity AS "equityBefore"
  FROM trading.runs
  LEFT JOIN LATERAL (SELECT equity::float8 AS equity FROM trading.equity_points
    WHERE run_id = runs.id AND ts < $2 ORDER BY ts DESC LIMIT 1) before ON true
  WHERE kind = 'live' AND ($1::uuid IS NULL OR bot_id = $1) ORDER BY created_at, id`;

const BOTS = `
  SELECT bot_id AS "botId", (extract(epoch FROM started_at) * 1000)::float8 AS "startedMs",
    (extract(epoch FROM deleted_at) * 1000)::float8 AS "endedMs",
    coalesce(trading.allocation_usd(bot_id), 0)::float8 AS capital
  FROM (${STARTED_BOTS}) bot WHERE $1::uuid IS NULL OR bot_id = $1`;

/** The last point of each run in each stretch of $3 ms, with the newest stretches first in the limit. */
const MARKS = `
  SELECT "runId", "stretchMs", equity FROM (
    SELECT DISTINCT ON (stretch, run_id) run_id AS "runId", (stretch * $3::bigint)::float8 AS "stretchMs",
      equity::float8 AS equity
    FROM (SELECT run_id, ts, equity, ts / $3::bigint AS stretch FROM trading.equity_points
      WHERE run_id = ANY ($1) AND ts >= $2 AND ts < $4) point
    ORDER BY stretch DESC, run_id, ts DESC LIMIT $5) newest
  ORDER BY "stretchMs", "runId"`;

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
  const stretchMs = timeframeMs(query.resolution ?? DEFAULT_RESOLUTION);
  const { runIds, curve } = await readCurve(pool, { botId: bot_id, fromMs, toMs, stretchMs });
  const trips = await pool.query<Trips>(TRIPS, [runIds, fromMs, toMs]);
  const { count, wins, pnl, fees, funding, slippage } = trips.rows[0]!;
  return {
    stats: {
      ...curveFigures(curve, stretchMs),
      winRatePct: count === 0 ? null : (100 * wins) / count,
      ...{ netPnlUsd: pnl, feesUsd: fees, fundingUsd: funding, slippageUsd: slippage, roundtripCount: count },
    },
    equity: curve.slice(-MAX_POINTS).map(({ ts, equity, drawdownPct }) => ({
      ...{ ts, equityUsd: equity.toFixed(8), drawdownPct },
    })),
  };
}

interface CurveSpan {
  readonly botId: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly stretchMs: number;
}

async function readCurve(
  pool: pg.Pool,
  { botId, fromMs, toMs, stretchMs }: CurveSpan,
): Promise<{ runIds: readonly string[]; curve: readonly LivePoint[] }> {
  const [{ rows: runs }, { rows: bots }] = await Promise.all([
    pool.query<LiveRun>(RUNS, [botId, fromMs]),
    pool.query<LiveBot>(BOTS, [botId]),
  ]);
  const runIds = runs.map(({ runId }) => runId);
  const limit = MAX_POINTS * Math.max(1, runs.length);
  const marks = await pool.query<LiveMark>(MARKS, [runIds, fromMs, stretchMs, toMs, limit]);
  return { runIds, curve: liveCurve({ bots, runs, marks: marks.rows, stretchMs }) };
}

/** The fall from the peak as the newest point of the whole curve has it; null before the first. */
export async function readDrawdownPct(pool: pg.Pool): Promise<number | null> {
  const stretchMs = timeframeMs('1m');
  const span = { botId: null, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, stretchMs };
  return (await readCurve(pool, span)).curve.at(-1)?.drawdownPct ?? null;
}
