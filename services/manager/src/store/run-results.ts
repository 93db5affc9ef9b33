/**
 * Everything a backtest leaves behind, written in bulk and within one transaction, which is the caller's: a
 * run is stored whole or not at all. Rows are sent while the backtest still runs, so that PostgreSQL takes
 * them in meanwhile.
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
import { LongCurve } from '../domain/long-curve';
import { CopyRows } from './copy-rows';

/** One table and what was written to it but not sent. */
interface Pending {
  readonly table: RunTable;
  rows: CopyRows;
}

export class RunCopies {
  private readonly pending: readonly Pending[];
  private sending: Promise<void> | undefined;
  private failure: Error | undefined;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly runId: string,
    records: RecordsSoFar,
  ) {
    const tables = [new TradeRows(), new RoundtripRows(), new CurveRows(records.points)];
    this.pending = tables.map((table) => ({ table, rows: this.rowsOf(table) }));
  }

  /** Sends what was recorded since the last call, as soon as what was sent before has arrived. */
  extend(records: RecordsSoFar): void {
    for (const { table, rows } of this.pending) table.write(rows, records);
    this.sending ??= this.send();
  }

  /** Resolves when PostgreSQL has every row, after the last bar. */
  async end(): Promise<void> {
    for (const { table, rows } of this.pending) table.end(rows);
    await this.sending;
    await this.send();
    if (this.failure !== undefined) throw this.failure;
  }

  /** Never rejects: it is not awaited before the end. */
  private async send(): Promise<void> {
    try {
      for (;;) {
        const most = this.pending.reduce((a, b) => (b.rows.length > a.rows.length ? b : a));
        if (most.rows.length === 0 || this.failure !== undefined) break;
        const { table, rows } = most;
        most.rows = this.rowsOf(table);
        const sql = `COPY trading.${table.name} (${table.columns.join(', ')}) FROM STDIN (FORMAT binary)`;
        await copyIn(this.client, sql, rows.bytes());
      }
    } catch (error) {
      this.failure = error as Error;
    }
    this.sending = undefined;
  }

  private rowsOf({ columns }: RunTable): CopyRows {
    return new CopyRows(this.runId, columns.length);
  }
}

/** Of a longer curve less is stored than a point for every bar. */
const MAX_EXACT_POINTS = 100_000;

interface RunTable {
  readonly name: string;
  /** The id of the run comes first; the rest is written in this order. */
  readonly columns: readonly string[];
  write(rows: CopyRows, records: RecordsSoFar): void;
  /** What is left when the last bar was replayed. */
  end(rows: CopyRows): void;
}

class TradeRows implements RunTable {
  readonly name = 'trades';
  readonly columns = ['run_id', 'seq', 'ts', 'action', 'side', 'qty', 'price', 'fee', 'slippage', 'reason'];
  private next = 0;

  write(rows: CopyRows, { fills }: RecordsSoFar): void {
    for (; this.next < fills.length; this.next++) {
      const { timeMs, kind, side, quantity, price, fee, slippage, reason } = fills.at(this.next);
      rows.begin().integer(this.next).time(timeMs).text(kind).text(side);
      rows.amount(quantity).amount(price).amount(fee).amount(slippage).text(reason);
    }
  }

  end(): void {}
}

class RoundtripRows implements RunTable {
  readonly name = 'roundtrips';
  readonly columns = [
    'run_id',
    'seq',
    'side',
    'qty',
    'entry_ts',
    'exit_ts',
    'entry_price',
    'exit_price',
    'pnl',
    'pnl_pct',
    'fees',
    'slippage',
    'funding',
    'exit_reason',
    'mae_pct',
    'mfe_pct',
  ];
  private next = 0;

  write(rows: CopyRows, { roundtrips }: RecordsSoFar): void {
    for (; this.next < roundtrips.length; this.next++) {
      const trip = roundtrips.at(this.next);
      // A position still open at the end has no exit and is no roundtrip yet.
      if (trip.exitTimeMs === null || trip.exitPrice === null || trip.exitReason === null) continue;
      rows.begin().integer(this.next).text(trip.side).amount(trip.quantity);
      rows.time(trip.entryTimeMs).time(trip.exitTimeMs).amount(trip.entryPrice).amount(trip.exitPrice);
      rows.amount(trip.netPnl).double(100 * trip.return);
      rows.amount(trip.fees).amount(trip.slippage).amount(trip.funding).text(trip.exitReason);
      rows.double(100 * trip.mae).double(100 * trip.mfe);
    }
  }

  end(): void {}
}

class CurveRows implements RunTable {
  readonly name = 'equity_points';
  readonly columns = ['run_id', 'ts', 'equity', 'drawdown_pct'];
  private readonly drawdowns: Float64Array;
  private readonly long: LongCurve;
  private kept: number[] = [];
  private next = 0;
  private peak = Number.NEGATIVE_INFINITY;

  constructor(private readonly points: RecordsSoFar['points']) {
    this.drawdowns = new Float64Array(points.length);
    this.long = new LongCurve(points, (point) => this.kept.push(point));
  }

  write(rows: CopyRows, { pointCount }: RecordsSoFar): void {
    const { points } = this;
    const isExact = points.length <= MAX_EXACT_POINTS;
    let equity = Number.NaN;
    let drawdown = 0;
    for (; this.next < pointCount; this.next++) {
      const p = this.next;
      // Most bars of most strategies move nothing.
      if (points.equity[p]! !== equity) {
        equity = points.equity[p]!;
        this.peak = Math.max(this.peak, equity);
        drawdown = this.peak > 0 ? 100 * (1 - equity / this.peak) : 0;
      }
      this.drawdowns[p] = drawdown;
      if (isExact) this.kept.push(p);
      else this.long.push(p, drawdown);
    }
    this.writeKept(rows);
  }

  end(rows: CopyRows): void {
    this.long.flush();
    this.writeKept(rows);
  }

  private writeKept(rows: CopyRows): void {
    const { points } = this;
    for (const p of this.kept) {
      rows.begin().time(points.timeMs(p)).amount(points.equity[p]!).double(this.drawdowns[p]!);
    }
    this.kept = [];
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
      runId,
      ts,
      figures.sharpe,
      figures.sortino,
      figures.maxDrawdownPct,
      percent(figures.cagr),
      percent(figures.totalReturn) ?? 0,
      percent(figures.winRate),
      figures.profitFactor,
      figures.trades,
      figures.fees.toFixed(8),
      figures.slippage.toFixed(8),
      figures.funding.toFixed(8),
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
      runId,
      barCount,
      sharpe,
      maxDrawdownPct,
      String(certificate.version),
      certificate.code,
      certificate.data,
      certificate.params,
      certificate.costs,
      certificate.decisions,
      certificate.coverage,
      JSON.stringify(snakeKeys(result.coverage)),
    ],
  );
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : 100 * fraction;
}
