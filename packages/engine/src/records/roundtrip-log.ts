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
const FUNDING = 1;
const WIDTH = 2;

/** `funding` and `openBars` are those of all, the open roundtrip included; are the bars that ended with a position open. */
export interface ClosedFigures {
  readonly trades: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  readonly funding: number;
  readonly openBars: number;
}

export class RoundtripLog {
  private readonly rows = new Rows(WIDTH);

  constructor(
    private readonly fills: FillLog,
    private readonly bars: BarSeries,
  ) {}

  get length(): number {
    return this.rows.length;
  }

  /** After the exit's fill; for a position open at the end of the bars, after its entry's. */
  append(grossPnl: number, funding: number): void {
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + GROSS_PNL] = grossPnl;
    page[row + FUNDING] = funding;
  }

  at(k: number): Roundtrip {
    const entry = this.fills.at(2 * k);
    const exit = this.isOpen(k) ? null : this.fills.at(2 * k + 1);
    const netPnl = this.netPnl(k);
    const lastTimeMs = exit?.timeMs ?? this.bars.openTimeMs[this.lastBar(k)]!;
    return {
      side: entry.side === 'buy' ? 'long' : 'short',
      entryTimeMs: entry.timeMs,
      entryPrice: entry.price,
      exitTimeMs: exit?.timeMs ?? null,
      exitPrice: exit?.price ?? null,
      quantity: entry.quantity,
      grossPnl: this.rows.value(k, GROSS_PNL),
      fees: round8(entry.fee + (exit?.fee ?? 0)),
      slippage: round8(entry.slippage + (exit?.slippage ?? 0)),
      funding: this.rows.value(k, FUNDING),
      netPnl,
      return: netPnl / entry.notional,
      durationMs: lastTimeMs - entry.timeMs,
      bars: this.lastBar(k) - this.fills.barOf(2 * k),
      ...this.excursions(k, entry, exit),
      entryReason: entry.reason,
      exitReason: exit === null ? null : (exit.reason as ExitReason),
    };
  }

  toArray(): Roundtrip[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  closedFigures(): ClosedFigures {
    let [trades, wins, won, lost, funding, openBars] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < this.length; k++) {
      funding = round8(funding + this.rows.value(k, FUNDING));
      openBars += this.lastBar(k) - this.fills.barOf(2 * k);
      if (this.isOpen(k)) {
        openBars += 1;
        continue;
      }
      trades += 1;
      const netPnl = this.netPnl(k);
      if (netPnl > 0) {
        wins += 1;
        won += netPnl;
      } else lost -= netPnl;
    }
    return { trades, wins, won, lost, funding, openBars };
  }

  private netPnl(k: number): number {
    const exitFee = this.isOpen(k) ? 0 : this.fills.feeOf(2 * k + 1);
    const fees = round8(this.fills.feeOf(2 * k) + exitFee);
    return round8(round8(this.rows.value(k, GROSS_PNL) - fees) - this.rows.value(k, FUNDING));
  }

  /** Over the bars that ended with the position open, and the price it was left or marked at. */
  private excursions(k: number, entry: Fill, exit: Fill | null): Pick<Roundtrip, 'mae' | 'mfe'> {
    const { high, low, close } = this.bars;
    const lastBar = this.lastBar(k);
    // A bankrupt position outlived the bar at whose close it was closed; every other exit comes before its bar's end.
    const endBar = exit === null || exit.reason === 'bankrupt' ? lastBar + 1 : lastBar;
    let lowest = exit?.price ?? close[lastBar]!;
    let highest = lowest;
    for (let i = this.fills.barOf(2 * k); i < endBar; i++) {
      lowest = Math.min(lowest, low[i]!);
      highest = Math.max(highest, high[i]!);
    }
    const [down, up] = [lowest / entry.price, highest / entry.price];
    return entry.side === 'buy'
      ? { mae: Math.min(0, down - 1), mfe: Math.max(0, up - 1) }
      : { mae: Math.min(0, 1 - up), mfe: Math.max(0, 1 - down) };
  }

  /** The bar of the exit, or of the mark at the end. */
  private lastBar(k: number): number {
    return this.isOpen(k) ? this.bars.length - 1 : this.fills.barOf(2 * k + 1);
  }

  /** Only the last one can be open: it has an entry and no exit among the fills. */
  private isOpen(k: number): boolean {
    return 2 * k + 1 === this.fills.length;
  }
}
