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
  quantity = 0;
  entryPrice = 0;
  /** Paid since the entry. */
  positionFunding = 0;
  private entryFee = 0;
  private entryBar = 0;
  readonly fills: FillLog;
  /** In order of exit; a position still open at the end comes last. */
  readonly roundtrips: RoundtripLog;

  private readonly feeRate: number = Number.NaN;
  private readonly buyFactor: number = Number.NaN;
  private readonly sellFactor: number = Number.NaN;

  constructor(settings: BacktestSettings, bars: BarSeries, barMs: number) {
    this.balance = settings.initialEquity;
    this.buyFactor = 1 + settings.slippageBps / 10_000;
    this.sellFactor = 1 - settings.slippageBps / 10_000;
    this.feeRate = settings.takerFeeBps / 10_000;
    this.fills = new FillLog(bars, barMs);
    this.roundtrips = new RoundtripLog(this.fills, bars);
  }

  equityAt(price: number): number {
    return this.quantity === 0 ? this.balance : this.balance + this.quantity * (price - this.entryPrice);
  }

  /** What a market order aimed at `base` fills at. */
  fillPrice(base: number, isBuy: boolean): number {
    return round8(base * (isBuy ? this.buyFactor : this.sellFactor));
  }

  enter(i: number, base: number, quantity: number, reason: string): void {
    const price = this.fillPrice(base, quantity > 0);
    const fee = round8(round8(price * Math.abs(quantity)) * this.feeRate);
    this.fills.append(i, base, price, quantity, fee, reason);
    this.balance = round8(this.balance - fee);
    this.quantity = quantity;
    this.entryPrice = price;
    this.entryFee = fee;
    this.entryBar = i;
    this.positionFunding = 0;
  }

  exit(i: number, base: number, reason: ExitReason): void {
    const { quantity, positionFunding } = this;
    const price = this.fillPrice(base, quantity < 0);
    const fee = round8(round8(price * Math.abs(quantity)) * this.feeRate);
    this.fills.append(i, base, price, -quantity, fee, reason);
    const pnl = round8(quantity * (price - this.entryPrice));
    this.balance = round8(round8(this.balance + pnl) - fee);
    this.roundtrips.append(pnl, round8(this.entryFee + fee), positionFunding, i - this.entryBar);
    this.quantity = 0;
  }

  payFunding(price: number, rate: number): void {
    const payment = round8(this.quantity * price * rate);
    this.balance = round8(this.balance - payment);
    this.positionFunding = round8(this.positionFunding + payment);
  }

  /** At the end of the data: a position still open is marked, not closed, and reported without an exit. */
  reportOpenPosition(lastBar: number, close: number): void {
    if (this.quantity === 0) return;
    const pnl = round8(this.quantity * (close - this.entryPrice));
    this.roundtrips.append(pnl, this.entryFee, this.positionFunding, lastBar - this.entryBar);
  }
}
