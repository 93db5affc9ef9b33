/** The roundtrips of a run and the sums over them, read from its fills and bars; only the funding of an open one is kept here. */
import type { BarSeries } from '@platform/core';
import { round8, UNITS_PER_ONE, units8 } from '../rounding';
import type { FillLog } from './fill-log';
import type { ExitReason, Fill, Roundtrip } from './records';

/** Over all fills and roundtrips. */
export interface RunSums {
  readonly notional: number;
  readonly fees: number;
  readonly slippage: number;
  readonly funding: number;
  /** Closed ones, as are wins, won and lost. */
  readonly trades: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  /** Bars that ended with a position open. */
  readonly openBars: number;
}

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

  sums(): RunSums {
    const { fills, closedCount: trades, openFundingUnits } = this;
    let notional = 0;
    let feeUnits = 0;
    let slippageUnits = 0;
    let fundingUnits = 0;
    let openBars = 0;
    let wins = 0;
    let wonUnits = 0;
    let lostUnits = 0;
    let entryBar = 0;
    let entryPrice = Number.NaN;
    let entryFeeUnits = 0;
    for (let k = 0; k < fills.length; k++) {
      const bar = fills.barOf(k);
      const terms = fills.termsOf(k);
      notional += terms.notional;
      feeUnits += terms.feeUnits;
      slippageUnits += terms.slippageUnits();
      if (k % 2 === 0) {
        entryBar = bar;
        entryPrice = terms.price;
        entryFeeUnits = terms.feeUnits;
        continue;
      }
      const pnlUnits = units8(-terms.signedQuantity * (terms.price - entryPrice));
      const netUnits = pnlUnits - (entryFeeUnits + terms.feeUnits) - terms.fundingUnits;
      fundingUnits += terms.fundingUnits;
      openBars += bar - entryBar;
      if (netUnits > 0) {
        wins += 1;
        wonUnits += netUnits;
      } else lostUnits -= netUnits;
    }
    if (openFundingUnits !== undefined) {
      fundingUnits += openFundingUnits;
      openBars += this.series.length - entryBar;
    }
    return {
      notional,
      fees: feeUnits / UNITS_PER_ONE,
      slippage: slippageUnits / UNITS_PER_ONE,
      funding: fundingUnits / UNITS_PER_ONE,
      trades,
      wins,
      won: wonUnits / UNITS_PER_ONE,
      lost: lostUnits / UNITS_PER_ONE,
      openBars,
    };
  }

  private get closedCount(): number {
    return this.fills.length >>> 1;
  }

  /** That of its exit, or the last of all. */
  private lastBarOf(k: number): number {
    return k < this.closedCount ? this.fills.barOf(2 * k + 1) : this.series.length - 1;
  }

  private fundingUnitsOf(k: number): number {
    return k < this.closedCount ? this.fills.termsOf(2 * k + 1).fundingUnits : this.openFundingUnits!;
  }

  /** Over the bars that ended with the position open, and the price it was left or marked at. */
  private excursions(k: number, entry: Fill, exit: Fill | null): Pick<Roundtrip, 'mae' | 'mfe'> {
    const { high, low, close } = this.series;
    const firstBar = this.fills.barOf(2 * k);
    const lastBar = this.lastBarOf(k);
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
