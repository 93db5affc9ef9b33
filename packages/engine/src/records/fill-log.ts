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

export class FillLog {
  feesTotal = 0;
  slippageTotal = 0;
  notionalTotal = 0;
  private readonly rows = new Rows(WIDTH);
  private readonly reasons: string[] = [];

  constructor(private readonly feeRate: number) {}

  get length(): number {
    return this.rows.length;
  }

  /** `signedQuantity` is positive for a buy. Returns the fee. */
  append(timeMs: number, base: number, price: number, signedQuantity: number, reason: string): number {
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + TIME] = timeMs;
    page[row + BASE] = base;
    page[row + PRICE] = price;
    page[row + SIGNED_QUANTITY] = signedQuantity;
    this.reasons.push(reason);

    const quantity = Math.abs(signedQuantity);
    const notional = round8(price * quantity);
    const fee = round8(notional * this.feeRate);
    this.notionalTotal += notional;
    this.feesTotal = round8(this.feesTotal + fee);
    this.slippageTotal = round8(this.slippageTotal + round8(Math.abs(price - base) * quantity));
    return fee;
  }

  at(k: number): Fill {
    const price = this.rows.value(k, PRICE);
    const signedQuantity = this.rows.value(k, SIGNED_QUANTITY);
    const quantity = Math.abs(signedQuantity);
    const notional = round8(price * quantity);
    return {
      timeMs: this.rows.value(k, TIME),
      side: signedQuantity > 0 ? 'buy' : 'sell',
      kind: k % 2 === 0 ? 'entry' : 'exit',
      reason: this.reasons[k]!,
      price,
      quantity,
      notional,
      fee: round8(notional * this.feeRate),
      slippage: round8(Math.abs(price - this.rows.value(k, BASE)) * quantity),
    };
  }

  toArray(): Fill[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }
}
