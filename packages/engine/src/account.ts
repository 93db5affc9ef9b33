/**
 * The money side of a backtest: balance, the one position, and the record of what they went through.
 * The balance changes only in `enter`, `exit` and `payFunding`, and every amount there is rounded to 8 decimals, so that
 * initial equity + sum of pnl - fees - funding is the balance, to the last digit.
 */
import type { BarSeries } from '@platform/core';
import { excursion } from './excursion';
import { FillLog } from './records/fill-log';
import type { ExitReason, Fill, Roundtrip } from './records/records';
import { RoundtripLog } from './records/roundtrip-log';
import { round8 } from './rounding';
import type { BacktestSettings } from './settings';

export class Account {
  balance: number;
  /** Signed; 0 when flat. */
  quantity = 0;
  entryPrice = 0;
  readonly fills = new FillLog();
  /** In order of exit; a position still open at the end comes last. */
  readonly roundtrips = new RoundtripLog();
  feesTotal = 0;
  slippageTotal = 0;
  fundingTotal = 0;

  private readonly buyFactor: number;
  private readonly sellFactor: number;
  private readonly feeRate: number;
  private entryFill: Fill | null = null;
  private entryBar = 0;
  private positionFunding = 0;

  constructor(
    settings: BacktestSettings,
    private readonly bars: BarSeries,
  ) {
    this.balance = settings.initialEquity;
    this.buyFactor = 1 + settings.slippageBps / 10_000;
    this.sellFactor = 1 - settings.slippageBps / 10_000;
    this.feeRate = settings.takerFeeBps / 10_000;
  }

  equityAt(price: number): number {
    return this.quantity === 0 ? this.balance : this.balance + this.quantity * (price - this.entryPrice);
  }

  /** What a market order aimed at `base` fills at. */
  fillPrice(base: number, isBuy: boolean): number {
    return round8(base * (isBuy ? this.buyFactor : this.sellFactor));
  }

  enter(i: number, timeMs: number, base: number, quantity: number, reason: string): void {
    const fill = this.fill(timeMs, base, quantity, 'entry', reason);
    this.quantity = quantity;
    this.entryPrice = fill.price;
    this.entryFill = fill;
    this.entryBar = i;
    this.positionFunding = 0;
    this.balance = round8(this.balance - fill.fee);
  }

  /** Closes the position; `lastOpenBar` is the last bar at whose end it was still open. */
  exit(i: number, timeMs: number, base: number, reason: ExitReason, lastOpenBar: number): void {
    const fill = this.fill(timeMs, base, -this.quantity, 'exit', reason);
    const pnl = round8(this.quantity * (fill.price - this.entryPrice));
    this.balance = round8(this.balance + pnl);
    this.balance = round8(this.balance - fill.fee);
    this.roundtrips.append(this.roundtrip(i, timeMs, pnl, lastOpenBar, fill));
    this.quantity = 0;
    this.entryFill = null;
  }

  payFunding(price: number, rate: number): void {
    const payment = round8(this.quantity * price * rate);
    this.balance = round8(this.balance - payment);
    this.positionFunding = round8(this.positionFunding + payment);
    this.fundingTotal = round8(this.fundingTotal + payment);
  }

  /** At the end of the data: a position still open is marked, not closed, and reported without an exit. */
  reportOpenPosition(lastBar: number): void {
    if (this.quantity === 0) return;
    const pnl = round8(this.quantity * (this.bars.close[lastBar]! - this.entryPrice));
    this.roundtrips.append(this.roundtrip(lastBar, this.bars.openTimeMs[lastBar]!, pnl, lastBar, null));
  }

  private fill(timeMs: number, base: number, signed: number, kind: Fill['kind'], reason: string): Fill {
    const price = this.fillPrice(base, signed > 0);
    const quantity = Math.abs(signed);
    const notional = round8(price * quantity);
    const fee = round8(notional * this.feeRate);
    const slippage = round8(Math.abs(price - base) * quantity);
    const side = signed > 0 ? 'buy' : 'sell';
    const fill: Fill = { timeMs, side, kind, reason, price, quantity, notional, fee, slippage };
    this.feesTotal = round8(this.feesTotal + fee);
    this.slippageTotal = round8(this.slippageTotal + slippage);
    this.fills.append(fill);
    return fill;
  }

  private roundtrip(
    i: number,
    timeMs: number,
    grossPnl: number,
    lastOpenBar: number,
    exit: Fill | null,
  ): Roundtrip {
    const entry = this.entryFill!;
    const isLong = this.quantity > 0;
    const fees = exit === null ? entry.fee : round8(entry.fee + exit.fee);
    const netPnl = round8(round8(grossPnl - fees) - this.positionFunding);
    const exitPrice = exit === null ? null : exit.price;
    const furthest = excursion(this.bars, this.entryBar, lastOpenBar, isLong, entry.price, exitPrice);
    return {
      side: isLong ? 'long' : 'short',
      entryTimeMs: entry.timeMs,
      entryPrice: entry.price,
      exitTimeMs: exit === null ? null : timeMs,
      exitPrice,
      quantity: entry.quantity,
      grossPnl,
      fees,
      slippage: exit === null ? entry.slippage : round8(entry.slippage + exit.slippage),
      funding: this.positionFunding,
      netPnl,
      return: netPnl / entry.notional,
      durationMs: timeMs - entry.timeMs,
      bars: i - this.entryBar,
      mae: furthest.mae,
      mfe: furthest.mfe,
      entryReason: entry.reason,
      exitReason: exit === null ? null : (exit.reason as ExitReason),
    };
  }
}
