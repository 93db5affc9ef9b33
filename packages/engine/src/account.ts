/**
 * The money side of a backtest: balance, the one position, and the record of what they went through.
 * The balance changes only in `enter`, `exit` and by funding, and every amount there is counted in whole units (see rounding.ts),
 * so that initial equity + sum of pnl - fees - funding is the balance, to the last digit.
 */
import type { BarSeries } from '@platform/core';
import { FillLog } from './records/fill-log';
import type { ExitReason } from './records/records';
import { RoundtripLog } from './records/roundtrip-log';
import { UNITS_PER_ONE, units8 } from './rounding';
import type { BacktestSettings } from './settings';

/** Every number begins as one: a field declared without a value begins as undefined, and V8 then allocates each number it holds. */
export class Account {
  /** What `balanceUnits` come to; the initial equity, to whatever digit, before the first fill. */
  balance = Number.NaN;
  balanceUnits = Number.NaN;
  /** Signed; 0 when flat. */
  quantity = Number.NaN;
  entryPrice = Number.NaN;
  /** Paid since the entry. */
  fundingUnits = Number.NaN;
  private entryFeeUnits = Number.NaN;
  private base = Number.NaN;
  private entryBar = 0;
  readonly fills: FillLog;
  /** In order of exit; a position still open at the end comes last. */
  readonly roundtrips: RoundtripLog;

  constructor(settings: BacktestSettings, bars: BarSeries, barMs: number) {
    this.balance = settings.initialEquity;
    this.balanceUnits = units8(settings.initialEquity);
    this.quantity = 0;
    this.fills = new FillLog(bars, barMs, settings);
    this.roundtrips = new RoundtripLog(this.fills, bars);
  }

  // `enter` and `exit` are so small that V8 inlines them everywhere; the numbers go on in fields, because numbers passed to a
  // function that is not inlined have to be allocated.

  /** Opens a position of `quantity` with a market order aimed at `base`. */
  enter(i: number, base: number, quantity: number, reason: string): void {
    this.base = base;
    this.quantity = quantity;
    this.openPosition(i, reason);
  }

  /** Closes the position with a market order aimed at `base`. */
  exit(i: number, base: number, reason: ExitReason): void {
    this.base = base;
    this.closePosition(i, reason);
  }

  private openPosition(i: number, reason: string): void {
    const { fills } = this;
    const { terms } = fills;
    terms.base = this.base;
    terms.signedQuantity = this.quantity;
    fills.append(i, reason);
    this.balanceUnits -= terms.feeUnits;
    this.balance = this.balanceUnits / UNITS_PER_ONE;
    this.entryPrice = terms.price;
    this.entryFeeUnits = terms.feeUnits;
    this.entryBar = i;
    this.fundingUnits = 0;
  }

  private closePosition(i: number, reason: ExitReason): void {
    const { fills, roundtrips, quantity } = this;
    const { terms } = fills;
    const { outcome } = roundtrips;
    terms.base = this.base;
    terms.signedQuantity = -quantity;
    fills.append(i, reason);
    const pnlUnits = units8(quantity * (terms.price - this.entryPrice));
    this.balanceUnits += pnlUnits - terms.feeUnits;
    this.balance = this.balanceUnits / UNITS_PER_ONE;
    outcome.pnlUnits = pnlUnits;
    outcome.feeUnits = this.entryFeeUnits + terms.feeUnits;
    outcome.fundingUnits = this.fundingUnits;
    roundtrips.append(i - this.entryBar);
    this.quantity = 0;
  }

  payFunding(price: number, rate: number): void {
    const payment = units8(this.quantity * price * rate);
    this.fundingUnits += payment;
    this.balanceUnits -= payment;
    this.balance = this.balanceUnits / UNITS_PER_ONE;
  }

  /** At the end of the data: a position still open is marked, not closed, and reported without an exit. */
  reportOpenPosition(lastBar: number): void {
    if (this.quantity === 0) return;
    this.roundtrips.outcome.fundingUnits = this.fundingUnits;
    this.roundtrips.appendOpen(lastBar - this.entryBar);
  }
}
