/**
 * The fills of a run, stored as rows of numbers and read as records. There is one position at a time, so entries and exits
 * alternate: fill 2k opens roundtrip k and fill 2k + 1 closes it. What follows from price, base and quantity is not stored.
 */
import { round8 } from '../rounding';
import type { Fill } from './records';
import { Rows } from './rows';

const TIME = 0;
const BASE = 1;
const PRICE = 2;
const SIGNED_QUANTITY = 3;
const WIDTH = 4;

/** Sums over all fills; fees and slippage rounded after every addition. */
export interface FillTotals {
  readonly notional: number;
  readonly fees: number;
  readonly slippage: number;
}

export class FillLog {
  private readonly rows = new Rows(WIDTH);
  private readonly reasons: string[] = [];

  constructor(private readonly feeRate: number) {}

  get length(): number {
    return this.rows.length;
  }

  /** `signedQuantity` is positive for a buy. */
  append(timeMs: number, base: number, price: number, signedQuantity: number, reason: string): void {
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + TIME] = timeMs;
    page[row + BASE] = base;
    page[row + PRICE] = price;
    page[row + SIGNED_QUANTITY] = signedQuantity;
    this.reasons.push(reason);
  }

  /** What a fill of `quantity`, of either sign, costs at `price`. */
  fee(price: number, quantity: number): number {
    return round8(round8(price * Math.abs(quantity)) * this.feeRate);
  }

  feeAt(k: number): number {
    return this.fee(this.rows.value(k, PRICE), this.rows.value(k, SIGNED_QUANTITY));
  }

  at(k: number): Fill {
    const price = this.rows.value(k, PRICE);
    const signedQuantity = this.rows.value(k, SIGNED_QUANTITY);
    const quantity = Math.abs(signedQuantity);
    return {
      timeMs: this.rows.value(k, TIME),
      side: signedQuantity > 0 ? 'buy' : 'sell',
      kind: k % 2 === 0 ? 'entry' : 'exit',
      reason: this.reasons[k]!,
      price,
      quantity,
      notional: round8(price * quantity),
      fee: this.feeAt(k),
      slippage: round8(Math.abs(price - this.rows.value(k, BASE)) * quantity),
    };
  }

  toArray(): Fill[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  totals(): FillTotals {
    let [notional, fees, slippage] = [0, 0, 0];
    for (let k = 0; k < this.length; k++) {
      const price = this.rows.value(k, PRICE);
      const quantity = Math.abs(this.rows.value(k, SIGNED_QUANTITY));
      const notionalOfFill = round8(price * quantity);
      notional += notionalOfFill;
      fees = round8(fees + round8(notionalOfFill * this.feeRate));
      slippage = round8(slippage + round8(Math.abs(price - this.rows.value(k, BASE)) * quantity));
    }
    return { notional, fees, slippage };
  }
}
