/** The roundtrips of a run, read from its fills and bars; only the funding of an open one is kept here. */
import type { BarSeries } from '@platform/core';
import { round8, UNITS_PER_ONE } from '../rounding';
import type { FillLog } from './fill-log';
import type { ExitReason, Fill, Roundtrip } from './records';

export class RoundtripLog {
  /** Paid by a position still open at the end of the bars; undefined without one. */
  private openFundingUnits: number | undefined;

  constructor(
    private readonly fills: FillLog,
    private readonly series: BarSeries,
  ) {}

  get length(): number {
    return this.closedCount + (this.openFundingUnits === undefined ? 0 : 1);
  }

  /** At the end of the bars: the last entry was not followed by an exit. */
  reportOpen(fundingUnits: number): void {
    this.openFundingUnits = fundingUnits;
  }

  at(k: number): Roundtrip {
    const entry = this.fills.at(2 * k);
    const exit = k < this.closedCount ? this.fills.at(2 * k + 1) : null;
    const lastBar = this.lastBarOf(k);
    const signedQuantity = entry.side === 'buy' ? entry.quantity : -entry.quantity;
    const lastPrice = exit?.price ?? this.series.close[lastBar]!;
    const grossPnl = round8(signedQuantity * (lastPrice - entry.price));
    const fees = round8(entry.fee + (exit?.fee ?? 0));
    const funding = this.fundingUnitsOf(k) / UNITS_PER_ONE;
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
      bars: lastBar - this.fills.barOf(2 * k),
      ...this.excursions(k, entry, exit),
      entryReason: entry.reason,
      exitReason: exit === null ? null : (exit.reason as ExitReason),
    };
  }

  toArray(): Roundtrip[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  private get closedCount(): number {
    return this.fills.length >>> 1;
  }

  /** That of its exit, or the last of all. */
  private lastBarOf(k: number): number {
    return k < this.closedCount ? this.fills.barOf(2 * k + 1) : this.series.length - 1;
  }

  private fundingUnitsOf(k: number): number {
    return k < this.closedCount ? this.fills.fundingUnitsOf(2 * k + 1) : this.openFundingUnits!;
  }

  /** Over the bars that ended with the position open, and the price it was left or marked at. */
  private excursions(k: number, entry: Fill, exit: Fill | null): Pick<Roundtrip, 'mae' | 'mfe'> {
    const { high, low, close } = this.series;
    const firstBar = this.fills.barOf(2 * k);
    const lastBar = this.lastBarOf(k);
    // A bankrupt position outlived the bar at whose close it was closed; every other exit comes before its
    // bar's end.
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
