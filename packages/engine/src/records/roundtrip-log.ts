/**
 * The roundtrips of a run: what their two fills do not say is stored here, the rest follows from the fills and the bars and
 * is worked out when a roundtrip is read.
 */
import type { BarSeries } from '@platform/core';
import { round8 } from '../rounding';
import type { FillLog } from './fill-log';
import type { ExitReason, Fill, Roundtrip } from './records';
import { Rows } from './rows';

const GROSS_PNL = 0;
const FEES = 1;
const FUNDING = 2;
const NET_PNL = 3;
const BARS = 4;
const WIDTH = 5;

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
  private readonly rows = new Rows(WIDTH);

  constructor(
    private readonly fills: FillLog,
    private readonly series: BarSeries,
  ) {}

  get length(): number {
    return this.rows.length;
  }

  /** The last one has an entry and no exit among the fills. */
  private get hasOpen(): boolean {
    return 2 * this.length - 1 === this.fills.length;
  }

  /** After the exit's fill; for a position open at the end of the bars, after its entry's. `bars` is how many it has lasted. */
  append(grossPnl: number, fees: number, funding: number, bars: number): void {
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + GROSS_PNL] = grossPnl;
    page[row + FEES] = fees;
    page[row + FUNDING] = funding;
    page[row + NET_PNL] = round8(round8(grossPnl - fees) - funding);
    page[row + BARS] = bars;
  }

  at(k: number): Roundtrip {
    const entry = this.fills.at(2 * k);
    const exit = 2 * k + 1 < this.fills.length ? this.fills.at(2 * k + 1) : null;
    const lastBar = this.fills.barOf(2 * k) + this.rows.value(k, BARS);
    const netPnl = this.rows.value(k, NET_PNL);
    return {
      side: entry.side === 'buy' ? 'long' : 'short',
      entryTimeMs: entry.timeMs,
      entryPrice: entry.price,
      exitTimeMs: exit?.timeMs ?? null,
      exitPrice: exit?.price ?? null,
      quantity: entry.quantity,
      grossPnl: this.rows.value(k, GROSS_PNL),
      fees: this.rows.value(k, FEES),
      slippage: round8(entry.slippage + (exit?.slippage ?? 0)),
      funding: this.rows.value(k, FUNDING),
      netPnl,
      return: netPnl / entry.notional,
      durationMs: (exit?.timeMs ?? this.series.openTimeMs[lastBar]!) - entry.timeMs,
      bars: this.rows.value(k, BARS),
      ...this.excursions(k, entry, exit),
      entryReason: entry.reason,
      exitReason: exit === null ? null : (exit.reason as ExitReason),
    };
  }

  toArray(): Roundtrip[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  closedFigures(): ClosedFigures {
    const { rows } = this;
    const trades = this.hasOpen ? this.length - 1 : this.length;
    const figures = new RunningFigures();
    rows.forEachPage(trades, (page, end) => figures.addPage(page, end));
    if (!this.hasOpen) return { ...figures, trades };
    const funding = round8(figures.funding + rows.value(trades, FUNDING));
    return { ...figures, trades, funding, openBars: figures.openBars + rows.value(trades, BARS) + 1 };
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

class RunningFigures {
  wins = 0;
  won = 0;
  lost = 0;
  funding = 0;
  openBars = 0;

  addPage(page: Float64Array, end: number): void {
    let { wins, won, lost, funding, openBars } = this;
    for (let row = 0; row < end; row += WIDTH) {
      const netPnl = page[row + NET_PNL]!;
      if (netPnl > 0) {
        wins += 1;
        won += netPnl;
      } else lost -= netPnl;
      funding = round8(funding + page[row + FUNDING]!);
      openBars += page[row + BARS]!;
    }
    this.wins = wins;
    this.won = won;
    this.lost = lost;
    this.funding = funding;
    this.openBars = openBars;
  }
}
