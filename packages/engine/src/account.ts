/**
 * The money side of a backtest: balance, the one position, and the record of what they went through.
 * The balance changes only in `enter`, `exit` and `payFunding`, and every amount there is rounded to 8 decimals, so that
 * initial equity + sum of pnl - fees - funding is the balance, to the last digit.
 */
import { FillLog } from './records/fill-log';
import type { ExitReason } from './records/records';
import { RoundtripLog } from './records/roundtrip-log';
import { round8 } from './rounding';
import type { BacktestSettings } from './settings';

export class Account {
  balance: number;
  /** Signed; 0 when flat. */
  quantity = 0;
  entryPrice = 0;
  /** Extremes of the bars at whose end the position was open; kept up to date by whoever passes the bars. */
  lowest = Number.POSITIVE_INFINITY;
  highest = Number.NEGATIVE_INFINITY;
  readonly fills: FillLog;
  /** In order of exit; a position still open at the end comes last. */
  readonly roundtrips: RoundtripLog;
  /** Of the roundtrips recorded. */
  fundingTotal = 0;

  private readonly buyFactor: number;
  private readonly sellFactor: number;
  private entryBar = 0;
  private entryFee = 0;
  private positionFunding = 0;

  constructor(settings: BacktestSettings) {
    this.balance = settings.initialEquity;
    this.buyFactor = 1 + settings.slippageBps / 10_000;
    this.sellFactor = 1 - settings.slippageBps / 10_000;
    this.fills = new FillLog(settings.takerFeeBps / 10_000);
    this.roundtrips = new RoundtripLog(this.fills);
  }

  equityAt(price: number): number {
    return this.quantity === 0 ? this.balance : this.balance + this.quantity * (price - this.entryPrice);
  }

  /** What a market order aimed at `base` fills at. */
  fillPrice(base: number, isBuy: boolean): number {
    return round8(base * (isBuy ? this.buyFactor : this.sellFactor));
  }

  enter(i: number, timeMs: number, base: number, quantity: number, reason: string): void {
    const price = this.fillPrice(base, quantity > 0);
    const fee = this.fills.append(timeMs, base, price, quantity, reason);
    this.balance = round8(this.balance - fee);
    this.quantity = quantity;
    this.entryPrice = price;
    this.entryBar = i;
    this.entryFee = fee;
    this.positionFunding = 0;
    this.lowest = Number.POSITIVE_INFINITY;
    this.highest = Number.NEGATIVE_INFINITY;
  }

  exit(i: number, timeMs: number, base: number, reason: ExitReason): void {
    const price = this.fillPrice(base, this.quantity < 0);
    const fee = this.fills.append(timeMs, base, price, -this.quantity, reason);
    const pnl = round8(this.quantity * (price - this.entryPrice));
    this.balance = round8(this.balance + pnl);
    this.balance = round8(this.balance - fee);
    this.recordRoundtrip(i, pnl, round8(this.entryFee + fee), price);
    this.quantity = 0;
  }

  payFunding(price: number, rate: number): void {
    const payment = round8(this.quantity * price * rate);
    this.balance = round8(this.balance - payment);
    this.positionFunding = round8(this.positionFunding + payment);
  }

  /** At the end of the data: a position still open is marked, not closed, and reported without an exit. */
  reportOpenPosition(lastBar: number, openTimeMs: number, close: number): void {
    if (this.quantity === 0) return;
    const pnl = round8(this.quantity * (close - this.entryPrice));
    this.recordRoundtrip(lastBar, pnl, this.entryFee, close);
    this.roundtrips.markOpen(openTimeMs);
  }

  private recordRoundtrip(i: number, pnl: number, fees: number, lastPrice: number): void {
    const { entryBar, entryPrice, positionFunding } = this;
    this.fundingTotal = round8(this.fundingTotal + positionFunding);
    const net = round8(round8(pnl - fees) - positionFunding);
    // As multiples of the entry price.
    const lowest = Math.min(this.lowest, lastPrice) / entryPrice;
    const highest = Math.max(this.highest, lastPrice) / entryPrice;
    const isLong = this.quantity > 0;
    const mae = Math.min(0, isLong ? lowest - 1 : 1 - highest);
    const mfe = Math.max(0, isLong ? highest - 1 : 1 - lowest);
    this.roundtrips.append(pnl, net, positionFunding, i - entryBar, mae, mfe);
  }
}
