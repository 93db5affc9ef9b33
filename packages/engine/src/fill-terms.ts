/**
 * The price and costs of a fill, computed by one piece of code when money moves and again when a record is
 * read.
 */
import { round8, units8 } from './rounding';
import type { BacktestSettings } from './settings';

/**
 * One record, overwritten by every fill: the first three by the caller, the rest by `compute`. Numbers passed
 * as arguments or returned may have to be allocated; these begin as doubles, which V8 overwrites in place.
 */
export class FillTerms {
  /** The price that the market order is aimed at. */
  base = Number.NaN;
  /** Positive for a buy. */
  signedQuantity = Number.NaN;
  /** Of an exit: what its roundtrip paid. */
  fundingUnits = Number.NaN;

  price = Number.NaN;
  notional = Number.NaN;
  feeUnits = Number.NaN;

  private readonly feeRate: number = Number.NaN;
  private readonly buyFactor: number = Number.NaN;
  private readonly sellFactor: number = Number.NaN;

  constructor({ takerFeeBps, slippageBps }: BacktestSettings) {
    this.feeRate = takerFeeBps / 10_000;
    this.buyFactor = 1 + slippageBps / 10_000;
    this.sellFactor = 1 - slippageBps / 10_000;
  }

  compute(): void {
    const { signedQuantity } = this;
    const price = round8(this.base * (signedQuantity > 0 ? this.buyFactor : this.sellFactor));
    const notional = round8(price * Math.abs(signedQuantity));
    this.price = price;
    this.notional = notional;
    this.feeUnits = units8(notional * this.feeRate);
  }

  /** What the price is worse by than its base; already in the price. */
  slippageUnits(): number {
    return units8(Math.abs(this.price - this.base) * Math.abs(this.signedQuantity));
  }
}
