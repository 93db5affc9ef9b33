/**
 * The money side of a backtest: balance, the one position, and the record of what they went through.
 * The balance changes only in `enter`, `exit` and `payFunding`, and every amount there is rounded to 8 decimals, so that
 * initial equity + sum of pnl - fees - funding is the balance, to the last digit.
 */
import type { BarSeries } from '@platform/core';
import { FillLog } from './records/fill-log';
import type { ExitReason } from './records/records';
import { RoundtripLog } from './records/roundtrip-log';
import { round8 } from './rounding';
import type { BacktestSettings } from './settings';

/** Every number begins as one: a field declared without a value begins as undefined, and V8 then allocates each number it holds. */
export class Account {
  balance = Number.NaN;
  /** Signed; 0 when flat. */
  quantity = Number.NaN;
  entryPrice = Number.NaN;
  /** Paid since the entry. */
  positionFunding = Number.NaN;
  private entryFee = Number.NaN;
  private base = Number.NaN;
  private entryBar = 0;
  readonly fills: FillLog;
  /** In order of exit; a position still open at the end comes last. */
  readonly roundtrips: RoundtripLog;

  constructor(settings: BacktestSettings, bars: BarSeries, barMs: number) {
    this.balance = settings.initialEquity;
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
    this.balance = round8(this.balance - terms.fee);
    this.entryPrice = terms.price;
    this.entryFee = terms.fee;
    this.entryBar = i;
    this.positionFunding = 0;
  }

  private closePosition(i: number, reason: ExitReason): void {
    const { fills, roundtrips, quantity } = this;
    const { terms } = fills;
    const { outcome } = roundtrips;
    terms.base = this.base;
    terms.signedQuantity = -quantity;
    fills.append(i, reason);
    const pnl = round8(quantity * (terms.price - this.entryPrice));
    this.balance = round8(round8(this.balance + pnl) - terms.fee);
    outcome.grossPnl = pnl;
    outcome.fees = round8(this.entryFee + terms.fee);
    outcome.funding = this.positionFunding;
    roundtrips.append(i - this.entryBar);
    this.quantity = 0;
  }

  payFunding(price: number, rate: number): void {
    const payment = round8(this.quantity * price * rate);
    this.balance = round8(this.balance - payment);
    this.positionFunding = round8(this.positionFunding + payment);
  }

  /** At the end of the data: a position still open is marked, not closed, and reported without an exit. */
  reportOpenPosition(lastBar: number): void {
    if (this.quantity === 0) return;
    this.roundtrips.outcome.funding = this.positionFunding;
    this.roundtrips.appendOpen(lastBar - this.entryBar);
  }
}
