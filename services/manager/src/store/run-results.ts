/**
 * Everything a backtest leaves behind, written in bulk and within one transaction, which is the caller's: a run is stored whole or
 * not at all. Rows are sent while the backtest still runs, so that PostgreSQL takes them in meanwhile.
 */
import { copyIn } from '@platform/columns';
import {
  type BacktestResult,
  type Certificate,
  describeWarning,
  type RecordsSoFar,
  snakeKeys,
} from '@platform/engine';
import type pg from 'pg';
import { CopyRows } from './copy-rows';
import { CurveRows, RoundtripRows, type RunTable, TradeRows } from './run-rows';

/** One table and what was written to it but not sent. */
interface Pending {
  readonly table: RunTable;
  rows: CopyRows;
}

export class RunCopies {
  readonly #pending: readonly Pending[];
  #sending: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly runId: string,
    records: RecordsSoFar,
  ) {
    const tables = [new TradeRows(), new RoundtripRows(), new CurveRows(records.points)];
    this.#pending = tables.map((table) => ({ table, rows: this.#rowsOf(table) }));
  }

  /** Sends what was recorded since the last call, as soon as what was sent before has arrived. */
  extend(records: RecordsSoFar): void {
    for (const { table, rows } of this.#pending) table.write(rows, records);
    this.#sending ??= this.#send();
  }

  /** Resolves when PostgreSQL has every row, after the last bar. */
  async end(): Promise<void> {
    for (const { table, rows } of this.#pending) table.end(rows);
    await this.#sending;
    await this.#send();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Never rejects: it is not awaited before the end. */
  async #send(): Promise<void> {
    try {
      for (;;) {
        const most = this.#pending.reduce((a, b) => (b.rows.length > a.rows.length ? b : a));
        if (most.rows.length === 0 || this.#failure !== undefined) break;
        const { table, rows } = most;
        most.rows = this.#rowsOf(table);
        const sql = `COPY trading.${table.name} (${table.columns.join(', ')}) FROM STDIN (FORMAT binary)`;
        await copyIn(this.client, sql, rows.bytes());
      }
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#sending = undefined;
  }

  #rowsOf({ columns }: RunTable): CopyRows {
    return new CopyRows(this.runId, columns.length);
  }
}

export interface FinishedRun {
  readonly runId: string;
  readonly result: BacktestResult;
  readonly certificate: Certificate;
  readonly barCount: number;
  readonly toMs: number;
}

export async function completeRun(client: pg.ClientBase, run: FinishedRun): Promise<void> {
  await storeSnapshot(client, run);
  await markCompleted(client, run);
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

async function markCompleted(
  client: pg.ClientBase,
  { runId, result, certificate, barCount }: FinishedRun,
): Promise<void> {
  const { sharpe, maxDrawdownPct } = result.performance;
  await client.query(
    `UPDATE trading.runs SET status = 'completed', progress = 1, finished_at = now(), bar_count = $2, sharpe = $3,
       max_drawdown_pct = $4, code_version = $5, code_digest = $6, data_digest = $7, params_digest = $8, costs_digest = $9,
       decisions_digest = $10, coverage_digest = $11, coverage = $12 WHERE id = $1`,
    [
      ...[runId, barCount, sharpe, maxDrawdownPct, String(certificate.version), certificate.code],
      ...[certificate.data, certificate.params, certificate.costs, certificate.decisions],
      ...[certificate.coverage, JSON.stringify(snakeKeys(result.coverage))],
    ],
  );
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : 100 * fraction;
}
