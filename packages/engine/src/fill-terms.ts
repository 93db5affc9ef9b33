/** The price and costs of a fill, worked out by one piece of code when money moves and again when a record is read. */
import { round8, units8 } from './rounding';
import type { BacktestSettings } from './settings';

/**
 * One record, filled in anew for every fill: `base` and `signedQuantity` by the caller, the rest by `workOut`. Numbers passed as
 * arguments or returned may have to be allocated; these begin as doubles, which V8 overwrites in place.
 */
export class FillTerms {
  /** The price that the market order is aimed at. */
  base = Number.NaN;
  /** Positive for a buy. */
  signedQuantity = Number.NaN;

  price = Number.NaN;
  notional = Number.NaN;
  feeUnits = Number.NaN;
  /** What the price is worse by than its base; already in the price. */
  slippageUnits = Number.NaN;

  private readonly feeRate: number = Number.NaN;
  private readonly buyFactor: number = Number.NaN;
  private readonly sellFactor: number = Number.NaN;

  constructor({ takerFeeBps, slippageBps }: BacktestSettings) {
    this.feeRate = takerFeeBps / 10_000;
    this.buyFactor = 1 + slippageBps / 10_000;
    this.sellFactor = 1 - slippageBps / 10_000;
  }

  /** What a market order aimed at `base` fills at. */
  priceOf(base: number, isBuy: boolean): number {
    return round8(base * (isBuy ? this.buyFactor : this.sellFactor));
  }

  workOut(): void {
    const { base, signedQuantity } = this;
    const quantity = Math.abs(signedQuantity);
    const price = this.priceOf(base, signedQuantity > 0);
    const notional = round8(price * quantity);
    this.price = price;
    this.notional = notional;
    this.feeUnits = units8(notional * this.feeRate);
    this.slippageUnits = units8(Math.abs(price - base) * quantity);
  }
}
