/**
 * The execution model of a backtest, bar by bar in the order that docs/backtest.md fixes: funding before the
 * open, the pending order at the open, funding inside the bar, stop and take-profit inside the bar (the worse
 * one when both are touched), the mark at the close. A decision fills at the next bar's open, always.
 */
import { type BarSeries, type FundingSeries, MINUTE_MS } from '@platform/core';
import type { Decision } from '@platform/strategies';
import { Account } from './account';
import { EntrySizer } from './entry-sizer';
import type { ExecutionModel } from './execution-model';
import { RunMemory } from './records/run-memory';
import { UNITS_PER_ONE, units8 } from './rounding';
import type { BacktestSettings } from './settings';
import { defaultStop, meanTrueRange } from './sizing';

/** The order of the last decision; one object, overwritten by each, because there is never a second one. */
class PendingOrder {
  isWaiting = false;
  /** Signed, fixed at the decision; 0 only closes. */
  quantity = Number.NaN;
  /** The signal's own levels; NaN for none. */
  sl = Number.NaN;
  tp = Number.NaN;
  defaultStopDistance = Number.NaN;
  reason = '';
}

export class BacktestExecution implements ExecutionModel {
  readonly account: Account;
  /** Marked at the close of every bar from `firstBar` on. */
  readonly equity: Float64Array;
  stopCrossedEntries = 0;
  exhausted = false;

  private readonly openTimeMs: Float64Array;
  private readonly open: Float64Array;
  private readonly high: Float64Array;
  private readonly low: Float64Array;
  private readonly close: Float64Array;
  private readonly sizer: EntrySizer;
  private readonly order = new PendingOrder();
  /** Levels of the open position; NaN for none, which no price ever touches. */
  private sl = Number.NaN;
  private tp = Number.NaN;
  private readonly funding: FundingSeries;
  /** The settlement to come. */
  private settlement = 0;

  constructor(
    private readonly bars: BarSeries,
    private readonly barMs: number,
    funding: FundingSeries | undefined,
    private readonly settings: BacktestSettings,
    private readonly firstBar: number,
    memory = new RunMemory(),
  ) {
    this.account = new Account(settings, bars, barMs, memory);
    this.equity = memory.take(Math.max(0, bars.length - firstBar));
    this.sizer = new EntrySizer(settings, bars, barMs);
    this.openTimeMs = bars.openTimeMs;
    this.open = bars.open;
    this.high = bars.high;
    this.low = bars.low;
    this.close = bars.close;
    this.funding = funding ?? { length: 0, timeMs: new Float64Array(0), rate: new Float64Array(0) };
  }

  onBars(from: number, until: number): void {
    let i = from;
    if (this.order.isWaiting && i < until) this.passBar(i++);
    while (i < until) {
      i = this.passQuietBars(i, until);
      if (i < until) this.passBar(i++);
    }
  }

  /** One bar with all that may happen in it, in the order that decides who wins. */
  private passBar(i: number): void {
    const { account } = this;
    const openTimeMs = this.openTimeMs[i]!;
    const closeTimeMs = openTimeMs + this.barMs;
    if (account.quantity === 0) this.skipSettlements(openTimeMs);
    while (dueMs(this.funding, this.settlement) <= openTimeMs) this.settleNext(i);
    if (this.order.isWaiting) this.fillOrder(i);
    while (dueMs(this.funding, this.settlement) < closeTimeMs) this.settleNext(i);
    if (account.quantity !== 0) this.checkLevels(i);

    const { balance, quantity, entryPrice } = account;
    const equity = quantity === 0 ? balance : balance + quantity * (this.close[i]! - entryPrice);
    this.equity[i - this.firstBar] = equity;
    if (equity <= 0 && !this.exhausted) this.exhaust(i);
  }

  /**
   * Settles and marks bars for as long as nothing else happens, and returns the first bar in which something
   * may: a level within the bar's range, or the end of the money. No order may be waiting. Nearly all bars
   * pass here, so what changes lives in locals and only `units8` is called, which the optimiser inlines.
   */
  private passQuietBars(from: number, until: number): number {
    const { account, equity, firstBar, open, high, low, close } = this;
    const { quantity, entryPrice } = account;
    let { balance, balanceUnits, fundingUnits } = account;
    if (quantity === 0) {
      equity.fill(balance, from - firstBar, until - firstBar);
      return until;
    }
    const floor = quantity > 0 ? this.sl : this.tp;
    const ceiling = quantity > 0 ? this.tp : this.sl;
    const { funding } = this;
    const { rate } = funding;
    let { settlement } = this;
    let i = from;
    while (i < until) {
      // In a loop with nothing else inside (see fast/replay.ts).
      const end = this.barOfSettlement(dueMs(funding, settlement), i, until);
      for (; i < end; i++) {
        const mark = balance + quantity * (close[i]! - entryPrice);
        if (low[i]! <= floor || high[i]! >= ceiling || mark <= 0) break;
        equity[i - firstBar] = mark;
      }
      if (i < end || i === until) break;
      const payment = units8(quantity * open[i]! * rate[settlement]!);
      fundingUnits += payment;
      balanceUnits -= payment;
      balance = balanceUnits / UNITS_PER_ONE;
      settlement += 1;
    }
    this.settlement = settlement;
    account.fundingUnits = fundingUnits;
    account.balanceUnits = balanceUnits;
    account.balance = balance;
    return i;
  }

  /**
   * The first bar from `from` on that closes after a settlement, or `until`. Without gaps its place is known.
   */
  private barOfSettlement(settlementMs: number, from: number, until: number): number {
    const { openTimeMs, barMs } = this;
    if (openTimeMs[until - 1]! + barMs <= settlementMs) return until;
    const place = from + Math.floor((settlementMs - openTimeMs[from]!) / barMs);
    // A whole number to V8 too, which would otherwise count bars in doubles.
    let bar = Math.max(from, Math.min(until, place)) | 0;
    while (bar > from && openTimeMs[bar - 1]! + barMs > settlementMs) bar -= 1;
    return bar;
  }

  onDecision(decision: Decision, i: number): void {
    if (this.exhausted) return;
    const { target, sizeHint } = decision;
    const equity = this.equity[i - this.firstBar]!;
    const { settings, bars } = this;
    const quantity = target === 0 ? 0 : target * this.sizer.quantity(sizeHint, equity, i);
    const { stops, slAtr } = settings;
    const { order } = this;
    order.isWaiting = true;
    order.quantity = quantity;
    order.sl = stops ? decision.sl : Number.NaN;
    order.tp = stops ? decision.tp : Number.NaN;
    const needsDefault = stops && quantity !== 0 && Number.isNaN(decision.sl);
    order.defaultStopDistance = needsDefault ? slAtr * meanTrueRange(bars, i) : 0;
    order.reason = decision.reason;
  }

  private fillOrder(i: number): void {
    const { account, order } = this;
    const { terms } = account;
    order.isWaiting = false;
    const base = this.open[i]!;
    if (account.quantity !== 0) account.exit(i, base, 'signal');
    if (order.quantity === 0) return;

    terms.base = base;
    terms.signedQuantity = order.quantity;
    terms.compute();
    const { price } = terms;
    const isLong = order.quantity > 0;
    if (isLong ? order.sl >= price : order.sl <= price) {
      this.stopCrossedEntries += 1;
      return;
    }
    account.enter(i, order.reason);
    this.sl = Number.isNaN(order.sl) ? defaultStop(price, isLong, order.defaultStopDistance) : order.sl;
    this.tp = order.tp;
  }

  /** The next settlement, at the open of bar `i`. A flat account pays nothing. */
  private settleNext(i: number): void {
    if (this.account.quantity !== 0)
      this.account.payFunding(this.open[i]!, this.funding.rate[this.settlement]!);
    this.settlement += 1;
  }

  /** All that are due, in steps that double while they fit: an account may have been flat for years. */
  private skipSettlements(openTimeMs: number): void {
    for (let step = 1; step > 0; ) {
      if (dueMs(this.funding, this.settlement + step - 1) > openTimeMs) step >>= 1;
      else {
        this.settlement += step;
        step *= 2;
      }
    }
  }

  /**
   * At the open when it is already beyond a level, at the level when the bar goes there later; the stop
   * before the profit.
   */
  private checkLevels(i: number): void {
    const { account, sl, tp } = this;
    const open = this.open[i]!;
    const isLong = account.quantity > 0;
    const worst = isLong ? this.low[i]! : this.high[i]!;
    const best = isLong ? this.high[i]! : this.low[i]!;
    if (isLong ? open <= sl : open >= sl) account.exit(i, open, 'stop_loss');
    else if (isLong ? open >= tp : open <= tp) account.exit(i, open, 'take_profit');
    else if (isLong ? worst <= sl : worst >= sl) account.exit(i, sl, 'stop_loss');
    else if (isLong ? best >= tp : best <= tp) account.exit(i, tp, 'take_profit');
  }

  /** Nothing is left to trade with: the position is closed at the close and no order is taken any more. */
  private exhaust(i: number): void {
    if (this.account.quantity !== 0) this.account.exit(i, this.close[i]!, 'bankrupt');
    this.equity[i - this.firstBar] = this.account.balance;
    this.exhausted = true;
  }
}

/**
 * When settlement `k` happens: its stamp without the milliseconds of jitter. After the last there is never
 * another.
 */
function dueMs({ length, timeMs }: FundingSeries, k: number): number {
  return k < length ? Math.floor(timeMs[k]! / MINUTE_MS) * MINUTE_MS : Number.POSITIVE_INFINITY;
}
