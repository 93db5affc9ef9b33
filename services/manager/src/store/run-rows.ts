/** The rows of a backtest, table by table, as far as it has come: each call writes what was recorded since the one before. */
import type { RecordsSoFar } from '@platform/engine';
import { LongCurve } from '../domain/long-curve';
import type { CopyRows } from './copy-rows';

/** Of a longer curve less is stored than a point for every bar. */
const MAX_EXACT_POINTS = 100_000;

export interface RunTable {
  readonly name: string;
  /** The id of the run comes first; the rest is written in this order. */
  readonly columns: readonly string[];
  write(rows: CopyRows, records: RecordsSoFar): void;
  /** What is left when the last bar was replayed. */
  end(rows: CopyRows): void;
}

export class TradeRows implements RunTable {
  readonly name = 'trades';
  readonly columns = ['run_id', 'seq', 'ts', 'action', 'side', 'qty', 'price', 'fee', 'slippage', 'reason'];
  #next = 0;

  write(rows: CopyRows, { fills }: RecordsSoFar): void {
    for (; this.#next < fills.length; this.#next++) {
      const { timeMs, kind, side, quantity, price, fee, slippage, reason } = fills.at(this.#next);
      rows.begin().integer(this.#next).time(timeMs).text(kind).text(side);
      rows.amount(quantity).amount(price).amount(fee).amount(slippage).text(reason);
    }
  }

  end(): void {}
}

export class RoundtripRows implements RunTable {
  readonly name = 'roundtrips';
  readonly columns = [
    ...['run_id', 'seq', 'side', 'qty', 'entry_ts', 'exit_ts', 'entry_price', 'exit_price', 'pnl', 'pnl_pct'],
    ...['fees', 'slippage', 'funding', 'exit_reason', 'mae_pct', 'mfe_pct'],
  ];
  #next = 0;

  write(rows: CopyRows, { roundtrips }: RecordsSoFar): void {
    for (; this.#next < roundtrips.length; this.#next++) {
      const trip = roundtrips.at(this.#next);
      // A position still open at the end has no exit and is no roundtrip yet.
      if (trip.exitTimeMs === null || trip.exitPrice === null || trip.exitReason === null) continue;
      rows.begin().integer(this.#next).text(trip.side).amount(trip.quantity);
      rows.time(trip.entryTimeMs).time(trip.exitTimeMs).amount(trip.entryPrice).amount(trip.exitPrice);
      rows.amount(trip.netPnl).double(100 * trip.return);
      rows.amount(trip.fees).amount(trip.slippage).amount(trip.funding).text(trip.exitReason);
      rows.double(100 * trip.mae).double(100 * trip.mfe);
    }
  }

  end(): void {}
}

export class CurveRows implements RunTable {
  readonly name = 'equity_points';
  readonly columns = ['run_id', 'ts', 'equity', 'drawdown_pct'];
  readonly #drawdowns: Float64Array;
  readonly #long: LongCurve;
  #kept: number[] = [];
  #next = 0;
  #peak = Number.NEGATIVE_INFINITY;

  constructor(private readonly points: RecordsSoFar['points']) {
    this.#drawdowns = new Float64Array(points.length);
    this.#long = new LongCurve(points, (point) => this.#kept.push(point));
  }

  write(rows: CopyRows, { pointCount }: RecordsSoFar): void {
    const { points } = this;
    const isExact = points.length <= MAX_EXACT_POINTS;
    let equity = Number.NaN;
    let drawdown = 0;
    for (; this.#next < pointCount; this.#next++) {
      const p = this.#next;
      // Most bars of most strategies move nothing.
      if (points.equity[p]! !== equity) {
        equity = points.equity[p]!;
        this.#peak = Math.max(this.#peak, equity);
        drawdown = this.#peak > 0 ? 100 * (1 - equity / this.#peak) : 0;
      }
      this.#drawdowns[p] = drawdown;
      if (isExact) this.#kept.push(p);
      else this.#long.push(p, drawdown);
    }
    this.#writeKept(rows);
  }

  end(rows: CopyRows): void {
    this.#long.flush();
    this.#writeKept(rows);
  }

  #writeKept(rows: CopyRows): void {
    const { points } = this;
    for (const p of this.#kept) {
      rows.begin().time(points.timeMs(p)).amount(points.equity[p]!).double(this.#drawdowns[p]!);
    }
    this.#kept = [];
  }
}
