/** The rows of a finished backtest, table by table. They are made in small steps, so that the thread's connection is served meanwhile. */
import { HOUR_MS } from '@platform/core';
import type { BacktestResult } from '@platform/engine';
import { Downsampler } from '../domain/downsampling';
import type { CopyRows } from './copy-rows';

/** A longer curve keeps the extremes of each hour instead of every bar. */
const MAX_EXACT_POINTS = 100_000;
const ROWS_PER_STEP = 4096;
const POINTS_PER_STEP = 65_536;

export interface RunTable {
  readonly table: string;
  /** The id of the run comes first; the writer fills in the rest in this order. */
  readonly columns: readonly string[];
  write(rows: CopyRows, result: BacktestResult): Generator<void, void>;
}

export const RUN_TABLES: readonly RunTable[] = [
  {
    table: 'trades',
    columns: ['run_id', 'seq', 'ts', 'action', 'side', 'qty', 'price', 'fee', 'slippage', 'reason'],
    write: tradeRows,
  },
  {
    table: 'equity_points',
    columns: ['run_id', 'ts', 'equity', 'drawdown_pct'],
    write: equityRows,
  },
  {
    table: 'roundtrips',
    columns: [
      ...[
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
      ],
      ...['fees', 'slippage', 'funding', 'exit_reason', 'mae_pct', 'mfe_pct'],
    ],
    write: roundtripRows,
  },
];

function* tradeRows(rows: CopyRows, { fills }: BacktestResult): Generator<void, void> {
  for (let seq = 0; seq < fills.length; seq++) {
    const { timeMs, kind, side, quantity, price, fee, slippage, reason } = fills.at(seq);
    rows.begin().integer(seq).time(timeMs).text(kind).text(side);
    rows.amount(quantity).amount(price).amount(fee).amount(slippage).text(reason);
    if (seq % ROWS_PER_STEP === 0) yield;
  }
}

/** A position still open at the end has no exit and is no roundtrip yet. */
function* roundtripRows(rows: CopyRows, { roundtrips }: BacktestResult): Generator<void, void> {
  for (let seq = 0; seq < roundtrips.length; seq++) {
    const trip = roundtrips.at(seq);
    if (trip.exitTimeMs === null || trip.exitPrice === null || trip.exitReason === null) continue;
    rows
      .begin()
      .integer(seq)
      .text(trip.side)
      .amount(trip.quantity)
      .time(trip.entryTimeMs)
      .time(trip.exitTimeMs);
    rows
      .amount(trip.entryPrice)
      .amount(trip.exitPrice)
      .amount(trip.netPnl)
      .double(100 * trip.return);
    rows.amount(trip.fees).amount(trip.slippage).amount(trip.funding).text(trip.exitReason);
    rows.double(100 * trip.mae).double(100 * trip.mfe);
    if (seq % ROWS_PER_STEP === 0) yield;
  }
}

function* equityRows(rows: CopyRows, { points }: BacktestResult): Generator<void, void> {
  const curve = new CurveRows(rows, points);
  for (let from = 0; from < points.length; from += POINTS_PER_STEP) {
    curve.write(from, Math.min(points.length, from + POINTS_PER_STEP));
    yield;
  }
  curve.end();
}

class CurveRows {
  readonly #drawdowns: Float64Array;
  readonly #hourly = new Downsampler(HOUR_MS, (_, kept) => {
    for (const p of kept) this.#row(p);
  });
  #peak = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly rows: CopyRows,
    private readonly points: BacktestResult['points'],
  ) {
    this.#drawdowns = new Float64Array(points.length);
  }

  write(from: number, until: number): void {
    const { points } = this;
    const isExact = points.length <= MAX_EXACT_POINTS;
    for (let p = from; p < until; p++) {
      const equity = points.equity[p]!;
      this.#peak = Math.max(this.#peak, equity);
      const drawdown = this.#peak > 0 ? 100 * (1 - equity / this.#peak) : 0;
      this.#drawdowns[p] = drawdown;
      if (isExact) this.#row(p);
      else this.#hourly.push(p, points.timeMs(p), equity, drawdown);
    }
  }

  end(): void {
    this.#hourly.flush();
  }

  #row(p: number): void {
    const { rows, points } = this;
    rows.begin().time(points.timeMs(p)).amount(points.equity[p]!).double(this.#drawdowns[p]!);
  }
}
