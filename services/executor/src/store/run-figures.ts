/**
 * The equity curve of a live run and the figures drawn from it, by the engine's own metrics. For them the
 * curve is taken at the end of each hour, so that a year costs no more than its hours; the deepest fall is
 * that of every point.
 */
import { HOUR_MS } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { EquityPoints, type Performance, performance, snakeKeys } from '@platform/engine';
import { type Kysely, sql } from 'kysely';
import type { LiveRun } from './live-runs';
import type { RunSums } from './run-trades';

export interface LastPoint {
  readonly timeMs: number;
  readonly equity: number;
  readonly drawdownPct: number;
}

/** Now by the database's clock, and what the curve ends with; null before its first point. */
export interface CurveEnd {
  readonly nowMs: number;
  readonly last: LastPoint | null;
  readonly snapshotAgeMs: number | null;
}

export async function curveEnd(db: Kysely<Schema>, runId: string): Promise<CurveEnd> {
  const { rows } = await sql<{ nowMs: number; snapshotMs: number | null } & Partial<LastPoint>>`
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs", point.*,
      (SELECT max(ts)::float8 FROM trading.performance_snapshots WHERE run_id = ${runId}) AS "snapshotMs"
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT ts::float8 AS "timeMs", equity::float8 AS equity, drawdown_pct AS "drawdownPct"
      FROM trading.equity_points WHERE run_id = ${runId} ORDER BY ts DESC LIMIT 1
    ) point ON true
  `.execute(db);
  const { nowMs, snapshotMs, timeMs, equity, drawdownPct } = rows[0]!;
  const last = timeMs == null ? null : { timeMs, equity: equity!, drawdownPct: drawdownPct! };
  return { nowMs, last, snapshotAgeMs: snapshotMs === null ? null : nowMs - snapshotMs };
}

export async function addPoint(
  db: Kysely<Schema>,
  runId: string,
  point: { readonly timeMs: number; readonly equity: string; readonly drawdownPct: number },
): Promise<void> {
  await db
    .insertInto('trading.equity_points')
    .values({
      run_id: runId,
      ts: point.timeMs,
      equity: point.equity,
      drawdown_pct: point.drawdownPct,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('trading.runs')
    .set({ max_drawdown_pct: sql<number>`greatest(max_drawdown_pct, ${point.drawdownPct})` })
    .where('id', '=', runId)
    .where((eb) =>
      eb.or([eb('max_drawdown_pct', 'is', null), eb('max_drawdown_pct', '<', point.drawdownPct)]),
    )
    .execute();
}

export async function addSnapshot(db: Kysely<Schema>, run: LiveRun, sums: RunSums, openMs: number) {
  const { points, deepestPct } = await hourlyCurve(db, run);
  const measured = performance(points, engineSums(sums, openMs), Number(run.initialEquity));
  const { cagr } = measured;
  const calmar = cagr === null || deepestPct === 0 ? null : (100 * cagr) / deepestPct;
  const figures: Performance = { ...measured, maxDrawdownPct: deepestPct, calmar };
  const percent = (fraction: number | null) => (fraction === null ? null : 100 * fraction);
  await db
    .insertInto('trading.performance_snapshots')
    .values({
      run_id: run.runId,
      ts: sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
      sharpe: figures.sharpe,
      sortino: figures.sortino,
      max_drawdown_pct: figures.maxDrawdownPct,
      cagr_pct: percent(figures.cagr),
      total_return_pct: percent(figures.totalReturn) ?? 0,
      win_rate_pct: percent(figures.winRate),
      profit_factor: figures.profitFactor,
      roundtrip_count: figures.trades,
      fees: sums.fees,
      slippage: sums.slippage,
      funding: String(figures.funding),
      metrics: JSON.stringify({ ...snakeKeys(figures), warnings: [] }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('trading.runs').set({ sharpe: figures.sharpe }).where('id', '=', run.runId).execute();
}

function engineSums(sums: RunSums, openMs: number) {
  return {
    notional: Number(sums.notional),
    fees: Number(sums.fees),
    slippage: Number(sums.slippage),
    funding: Number(sums.closedFunding) + Number(sums.pendingFunding),
    trades: sums.roundtrips,
    wins: sums.wins,
    won: Number(sums.won),
    lost: Number(sums.lost),
    openBars: (sums.openMs + openMs) / HOUR_MS,
  };
}

/**
 * The last equity of each hour from the first point to the last; an hour without a point repeats the one
 * before.
 */
async function hourlyCurve(db: Kysely<Schema>, { runId }: LiveRun) {
  const { rows } = await sql<{ hour: number; equity: number; deepest: number }>`
    WITH span AS (
      SELECT min(ts) / ${HOUR_MS} AS first, max(ts) / ${HOUR_MS} AS last FROM trading.equity_points WHERE run_id = ${runId}
    )
    SELECT hour::float8, point.equity, run.max_drawdown_pct AS deepest
    FROM span, trading.runs run, generate_series(span.first, span.last) AS hour, LATERAL (
      SELECT equity::float8 AS equity FROM trading.equity_points
      WHERE run_id = ${runId} AND ts < (hour + 1) * ${HOUR_MS} ORDER BY ts DESC LIMIT 1
    ) point
    WHERE run.id = ${runId} ORDER BY hour
  `.execute(db);
  const equity = Float64Array.from(rows, (row) => row.equity);
  const openTimeMs = Float64Array.from(rows, (row) => row.hour * HOUR_MS);
  return { points: new EquityPoints(equity, openTimeMs, HOUR_MS), deepestPct: rows[0]?.deepest ?? 0 };
}
