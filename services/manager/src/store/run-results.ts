/** Everything a finished backtest leaves behind, written in bulk and in one transaction: a run is stored whole or not at all. */
import { copyIn } from '@platform/columns';
import { HOUR_MS } from '@platform/core';
import { type BacktestResult, type Certificate, describeWarning, snakeKeys } from '@platform/engine';
import type pg from 'pg';
import { Downsampler } from '../domain/downsampling';

/** A longer curve keeps the extremes of each hour instead of every bar. */
const MAX_EXACT_POINTS = 100_000;

export interface FinishedRun {
  readonly runId: string;
  readonly result: BacktestResult;
  readonly certificate: Certificate;
  readonly barCount: number;
  readonly toMs: number;
}

export async function storeRun(client: pg.ClientBase, run: FinishedRun): Promise<void> {
  const { runId, result } = run;
  await client.query('BEGIN');
  try {
    const copy = (table: string, columns: string, rows: readonly string[]) =>
      copyIn(client, `COPY trading.${table} (${columns}) FROM STDIN`, Buffer.from(rows.join('')));
    await copy(
      'trades',
      'run_id, seq, ts, action, side, qty, price, fee, slippage, reason',
      tradeRows(runId, result),
    );
    await copy(
      'roundtrips',
      `run_id, seq, side, qty, entry_ts, exit_ts, entry_price, exit_price, pnl, pnl_pct, fees, slippage, funding, exit_reason,
       mae_pct, mfe_pct`,
      roundtripRows(runId, result),
    );
    await copy('equity_points', 'run_id, ts, equity, drawdown_pct', equityRows(runId, result));
    await storeSnapshot(client, run);
    await completeRun(client, run);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function tradeRows(runId: string, { fills }: BacktestResult): string[] {
  return fills.toArray().map((fill, seq) => {
    const { timeMs, kind, side, quantity, price, fee, slippage, reason } = fill;
    return row([
      runId,
      seq,
      timeMs,
      kind,
      side,
      money(quantity),
      money(price),
      money(fee),
      money(slippage),
      escaped(reason),
    ]);
  });
}

/** A position still open at the end has no exit and is no roundtrip yet. */
function roundtripRows(runId: string, { roundtrips }: BacktestResult): string[] {
  return roundtrips.toArray().flatMap((trip, seq) => {
    if (trip.exitTimeMs === null || trip.exitPrice === null || trip.exitReason === null) return [];
    const times = [trip.entryTimeMs, trip.exitTimeMs];
    const prices = [money(trip.entryPrice), money(trip.exitPrice)];
    const costs = [money(trip.fees), money(trip.slippage), money(trip.funding)];
    const made = [money(trip.netPnl), 100 * trip.return];
    return [
      row([
        runId,
        seq,
        trip.side,
        money(trip.quantity),
        ...times,
        ...prices,
        ...made,
        ...costs,
        escaped(trip.exitReason),
        100 * trip.mae,
        100 * trip.mfe,
      ]),
    ];
  });
}

function equityRows(runId: string, { points }: BacktestResult): string[] {
  const rows: string[] = [];
  const drawdowns = new Float64Array(points.length);
  const write = (p: number) =>
    rows.push(`${runId}\t${points.timeMs(p)}\t${money(points.equity[p]!)}\t${drawdowns[p]}\n`);
  const hourly = new Downsampler(HOUR_MS, (_, kept) => kept.forEach(write));
  const isExact = points.length <= MAX_EXACT_POINTS;
  let peak = Number.NEGATIVE_INFINITY;
  for (let p = 0; p < points.length; p++) {
    const equity = points.equity[p]!;
    peak = Math.max(peak, equity);
    drawdowns[p] = peak > 0 ? 100 * (1 - equity / peak) : 0;
    if (isExact) write(p);
    else hourly.push(p, points.timeMs(p), equity, drawdowns[p]!);
  }
  hourly.flush();
  return rows;
}

async function storeSnapshot(client: pg.ClientBase, { runId, result, toMs }: FinishedRun): Promise<void> {
  const { performance: figures, points, warnings } = result;
  const ts = points.length === 0 ? toMs : points.timeMs(points.length - 1);
  await client.query(
    `INSERT INTO trading.performance_snapshots (run_id, ts, sharpe, sortino, max_drawdown_pct, cagr_pct, total_return_pct,
       win_rate_pct, profit_factor, roundtrip_count, fees, slippage, funding, metrics)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[runId, ts, figures.sharpe, figures.sortino, figures.maxDrawdownPct, percent(figures.cagr)],
      ...[percent(figures.totalReturn) ?? 0, percent(figures.winRate), figures.profitFactor, figures.trades],
      ...[money(figures.fees), money(figures.slippage), money(figures.funding)],
      JSON.stringify({ ...snakeKeys(figures), warnings: warnings.map(describeWarning) }),
    ],
  );
}

async function completeRun(
  client: pg.ClientBase,
  { runId, result, certificate, barCount }: FinishedRun,
): Promise<void> {
  const { sharpe, maxDrawdownPct } = result.performance;
  await client.query(
    `UPDATE trading.runs SET status = 'completed', progress = 1, finished_at = now(), bar_count = $2, sharpe = $3,
       max_drawdown_pct = $4, code_version = $5, code_digest = $6, data_digest = $7, params_digest = $8, costs_digest = $9,
       decisions_digest = $10 WHERE id = $1`,
    [
      ...[runId, barCount, sharpe, maxDrawdownPct, String(certificate.version), certificate.code],
      ...[certificate.data, certificate.params, certificate.costs, certificate.decisions],
    ],
  );
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : 100 * fraction;
}

/** Amounts have the eight decimals that the engine rounds to. */
function money(value: number): string {
  return value.toFixed(8);
}

function row(values: readonly (string | number)[]): string {
  return `${values.join('\t')}\n`;
}

/** Words that a strategy chose. */
function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, ' ');
}
