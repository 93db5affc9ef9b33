/**
 * The roundtrips of a run: what their two fills do not say is stored here, the rest follows from the fills and the bars and
 * is worked out when a roundtrip is read.
 */
import type { BarSeries } from '@platform/core';
import { round8, UNITS_PER_ONE } from '../rounding';
import type { FillLog } from './fill-log';
import type { ExitReason, Fill, Roundtrip } from './records';
import { Rows } from './rows';

const FUNDING_UNITS = 0;
const BARS = 1;
const WIDTH = 2;

export interface ClosedFigures {
  /** Closed ones, as are wins, won and lost. */
  readonly trades: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  /** Of an open roundtrip too. */
  readonly funding: number;
  /** Bars that ended with a position open. */
  readonly openBars: number;
}

export class RoundtripLog {
  /** Of the roundtrip to be appended, filled in by the caller (see FillTerms). */
  readonly outcome = new Outcome();
  private readonly rows = new Rows(WIDTH);
  private readonly sums = new RunningFigures();

  constructor(
    private readonly fills: FillLog,
    private readonly series: BarSeries,
  ) {}

  get length(): number {
    return this.rows.length;
  }

  /** After the exit's fill, with `outcome` filled in. `bars` is how many it has lasted. */
  append(bars: number): void {
    this.appendOpen(bars);
    const { sums, outcome } = this;
    const netUnits = outcome.pnlUnits - outcome.feeUnits - outcome.fundingUnits;
    sums.trades += 1;
    if (netUnits > 0) {
      sums.wins += 1;
      sums.wonUnits += netUnits;
    } else sums.lostUnits -= netUnits;
  }

  /** One that has an entry only, at the end of the bars, with the funding of `outcome` filled in. */
  appendOpen(bars: number): void {
    const { sums, outcome } = this;
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + FUNDING_UNITS] = outcome.fundingUnits;
    page[row + BARS] = bars;
    sums.fundingUnits += outcome.fundingUnits;
    sums.openBars += bars;
  }

  at(k: number): Roundtrip {
    const entry = this.fills.at(2 * k);
    const exit = 2 * k + 1 < this.fills.length ? this.fills.at(2 * k + 1) : null;
    const bars = this.rows.value(k, BARS);
    const lastBar = this.fills.barOf(2 * k) + bars;
    const signedQuantity = entry.side === 'buy' ? entry.quantity : -entry.quantity;
    const lastPrice = exit?.price ?? this.series.close[lastBar]!;
    const grossPnl = round8(signedQuantity * (lastPrice - entry.price));
    const fees = round8(entry.fee + (exit?.fee ?? 0));
    const funding = this.rows.value(k, FUNDING_UNITS) / UNITS_PER_ONE;
    const netPnl = round8(round8(grossPnl - fees) - funding);
    return {
      side: entry.side === 'buy' ? 'long' : 'short',
      entryTimeMs: entry.timeMs,
      entryPrice: entry.price,
      exitTimeMs: exit?.timeMs ?? null,
      exitPrice: exit?.price ?? null,
      quantity: entry.quantity,
      grossPnl,
      fees,
      slippage: round8(entry.slippage + (exit?.slippage ?? 0)),
      funding,
      netPnl,
      return: netPnl / entry.notional,
      durationMs: (exit?.timeMs ?? this.series.openTimeMs[lastBar]!) - entry.timeMs,
      bars,
      ...this.excursions(k, entry, exit),
      entryReason: entry.reason,
      exitReason: exit === null ? null : (exit.reason as ExitReason),
    };
  }

  toArray(): Roundtrip[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  /** The open one, when there is one, has outlived its last bar. */
  closedFigures(): ClosedFigures {
    const { trades, wins, openBars, wonUnits, lostUnits, fundingUnits } = this.sums;
    return {
      trades,
      wins,
      won: wonUnits / UNITS_PER_ONE,
      lost: lostUnits / UNITS_PER_ONE,
      funding: fundingUnits / UNITS_PER_ONE,
      openBars: openBars + (this.length - trades),
    };
  }

  /** Over the bars that ended with the position open, and the price it was left or marked at. */
  private excursions(k: number, entry: Fill, exit: Fill | null): Pick<Roundtrip, 'mae' | 'mfe'> {
    const { high, low, close } = this.series;
    const firstBar = this.fills.barOf(2 * k);
    const lastBar = firstBar + this.rows.value(k, BARS);
    // A bankrupt position outlived the bar at whose close it was closed; every other exit comes before its bar's end.
    const endBar = exit === null || exit.reason === 'bankrupt' ? lastBar + 1 : lastBar;
    let lowest = exit?.price ?? close[lastBar]!;
    let highest = lowest;
    for (let i = firstBar; i < endBar; i++) {
      lowest = Math.min(lowest, low[i]!);
      highest = Math.max(highest, high[i]!);
    }
    const [down, up] = [lowest / entry.price, highest / entry.price];
    return entry.side === 'buy'
      ? { mae: Math.min(0, down - 1), mfe: Math.max(0, up - 1) }
      : { mae: Math.min(0, 1 - up), mfe: Math.max(0, 1 - down) };
  }
}

class Outcome {
  pnlUnits = Number.NaN;
  feeUnits = Number.NaN;
  fundingUnits = Number.NaN;
}

/** Amounts begin as doubles, so that V8 overwrites them in place; counts are whole. */
class RunningFigures {
  trades = 0;
  wins = 0;
  openBars = 0;
  wonUnits = Number.NaN;
  lostUnits = Number.NaN;
  fundingUnits = Number.NaN;

  constructor() {
    this.wonUnits = 0;
    this.lostUnits = 0;
    this.fundingUnits = 0;
  }
}
