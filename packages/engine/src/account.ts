/**
 * The money side of a backtest: balance, the one position, and the record of what they went through. The
 * balance changes only in `enter`, `exit` and by funding, and every amount there is counted in whole units
 * (see rounding.ts), so that initial equity + sum of pnl - fees - funding is the balance, to the last digit.
 */
import type { BarSeries } from '@platform/core';
import type { FillTerms } from './fill-terms';
import { FillLog } from './records/fill-log';
import type { ExitReason } from './records/records';
import { RoundtripLog } from './records/roundtrip-log';
import type { RunMemory } from './records/run-memory';
import { RunningSums } from './records/run-sums';
import { UNITS_PER_ONE, units8 } from './rounding';
import type { BacktestSettings } from './settings';

/**
 * Every number begins as one: a field declared without a value begins as undefined, and V8 then allocates
 * each number it holds.
 */
export class Account {
  /** What `balanceUnits` come to; the initial equity, to whatever digit, before the first fill. */
  balance = Number.NaN;
  balanceUnits = Number.NaN;
  /** Signed; 0 when flat. */
  quantity = Number.NaN;
  entryPrice = Number.NaN;
  /** Paid since the entry. */
  fundingUnits = Number.NaN;
  readonly fills: FillLog;
  /** Of the fill to come. */
  readonly terms: FillTerms;
  /** In order of exit; a position still open at the end comes last. */
  readonly roundtrips: RoundtripLog;
  readonly sums = new RunningSums();

  constructor(
    settings: BacktestSettings,
    private readonly bars: BarSeries,
    barMs: number,
    memory: RunMemory,
  ) {
    this.balance = settings.initialEquity;
    this.balanceUnits = units8(settings.initialEquity);
    this.quantity = 0;
    this.fills = new FillLog(bars, barMs, settings, memory);
    this.terms = this.fills.terms;
    this.roundtrips = new RoundtripLog(this.fills, bars);
  }

  /** Opens a position with a market order of the terms just computed. */
  enter(i: number, reason: string): void {
    const { terms } = this;
    terms.fundingUnits = 0;
    this.fills.append(i, reason);
    this.sums.addEntry(i, terms);
    this.balanceUnits -= terms.feeUnits;
    this.balance = this.balanceUnits / UNITS_PER_ONE;
    this.quantity = terms.signedQuantity;
    this.entryPrice = terms.price;
    this.fundingUnits = 0;
  }

  /**
   * Closes the position with a market order aimed at `base`. So small that V8 inlines it everywhere; the
   * number goes on in a field, because numbers passed to a function that is not inlined have to be allocated.
   */
  exit(i: number, base: number, reason: ExitReason): void {
    this.terms.base = base;
    this.closePosition(i, reason);
  }

  private closePosition(i: number, reason: ExitReason): void {
    const { terms, quantity, sums } = this;
    terms.signedQuantity = -quantity;
    terms.fundingUnits = this.fundingUnits;
    terms.compute();
    this.fills.append(i, reason);
    sums.pnlUnits = units8(quantity * (terms.price - this.entryPrice));
    sums.addExit(i, terms);
    this.balanceUnits += sums.pnlUnits - terms.feeUnits;
    this.balance = this.balanceUnits / UNITS_PER_ONE;
    this.quantity = 0;
  }

  payFunding(price: number, rate: number): void {
    const payment = units8(this.quantity * price * rate);
    this.fundingUnits += payment;
    this.balanceUnits -= payment;
    this.balance = this.balanceUnits / UNITS_PER_ONE;
  }

  /** At the end of the data: a position still open is marked, not closed, and reported without an exit. */
  reportOpenPosition(): void {
    if (this.quantity === 0) return;
    this.roundtrips.reportOpen(this.fundingUnits);
    this.sums.reportOpen(this.bars.length, this.fundingUnits);
  }
}
