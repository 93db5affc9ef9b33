/**
 * Everything a finished backtest leaves behind, written in bulk and in one transaction: a run is stored whole or not at all. While
 * PostgreSQL takes in one table, the rows of the next are made, and at last the certificate.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { copyIn } from '@platform/columns';
import { type BacktestResult, type Certificate, describeWarning, snakeKeys } from '@platform/engine';
import type pg from 'pg';
import { CopyRows } from './copy-rows';
import { RUN_TABLES } from './run-rows';

export interface FinishedRun {
  readonly runId: string;
  readonly result: BacktestResult;
  /** The thread is shared with the connection: each step is followed by a turn of its event loop. */
  readonly certificate: Generator<void, Certificate>;
  readonly barCount: number;
  readonly toMs: number;
}

export async function storeRun(client: pg.ClientBase, run: FinishedRun): Promise<void> {
  await client.query('BEGIN');
  try {
    const rows = await startCopies(client, run);
    const certificate = await stepByStep(run.certificate);
    await rows.stored;
    await storeSnapshot(client, run);
    await completeRun(client, run, certificate);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Resolves when all rows are made; `stored` when PostgreSQL has them. */
async function startCopies(client: pg.ClientBase, { runId, result }: FinishedRun) {
  let stored = Promise.resolve();
  for (const { table, columns, write } of RUN_TABLES) {
    const rows = new CopyRows(runId, columns.length);
    await stepByStep(write(rows, result));
    const sql = `COPY trading.${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`;
    stored = stored.then(() => copyIn(client, sql, rows.bytes()));
    // Awaited later: until then a failure must not pass for one that nobody handles.
    stored.catch(() => undefined);
  }
  return { stored };
}

async function stepByStep<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
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
      ...[figures.fees.toFixed(8), figures.slippage.toFixed(8), figures.funding.toFixed(8)],
      JSON.stringify({ ...snakeKeys(figures), warnings: warnings.map(describeWarning) }),
    ],
  );
}

async function completeRun(
  client: pg.ClientBase,
  { runId, result, barCount }: FinishedRun,
  certificate: Certificate,
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
