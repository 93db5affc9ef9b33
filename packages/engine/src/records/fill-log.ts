/**
 * The fills of a run, stored as rows of numbers and read as records. There is one position at a time, so entries and exits
 * alternate: fill 2k opens roundtrip k and fill 2k + 1 closes it. What follows from the row and its bar is not stored.
 */
import type { BarSeries } from '@platform/core';
import { round8 } from '../rounding';
import { Interned } from './interned';
import type { Fill } from './records';
import { Rows } from './rows';

const BAR = 0;
const BASE = 1;
const PRICE = 2;
const SIGNED_QUANTITY = 3;
const FEE = 4;
const REASON = 5;
const WIDTH = 6;

/** Sums over all fills; fees and slippage rounded after every addition. */
export interface FillTotals {
  readonly notional: number;
  readonly fees: number;
  readonly slippage: number;
}

export class FillLog {
  private readonly rows = new Rows(WIDTH);
  private readonly reasons = new Interned();

  constructor(
    private readonly feeRate: number,
    private readonly bars: BarSeries,
    private readonly barMs: number,
  ) {}

  get length(): number {
    return this.rows.length;
  }

  /** `signedQuantity` is positive for a buy. Returns the fee. */
  append(bar: number, base: number, price: number, signedQuantity: number, reason: string): number {
    const fee = round8(round8(price * Math.abs(signedQuantity)) * this.feeRate);
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + BAR] = bar;
    page[row + BASE] = base;
    page[row + PRICE] = price;
    page[row + SIGNED_QUANTITY] = signedQuantity;
    page[row + FEE] = fee;
    page[row + REASON] = this.reasons.code(reason);
    return fee;
  }

  barOf(k: number): number {
    return this.rows.value(k, BAR);
  }

  feeOf(k: number): number {
    return this.rows.value(k, FEE);
  }

  at(k: number): Fill {
    const reason = this.reasons.name(this.rows.value(k, REASON));
    const openTimeMs = this.bars.openTimeMs[this.barOf(k)]!;
    const price = this.rows.value(k, PRICE);
    const signedQuantity = this.rows.value(k, SIGNED_QUANTITY);
    const quantity = Math.abs(signedQuantity);
    return {
      timeMs: reason === 'bankrupt' ? openTimeMs + this.barMs : openTimeMs,
      side: signedQuantity > 0 ? 'buy' : 'sell',
      kind: k % 2 === 0 ? 'entry' : 'exit',
      reason,
      price,
      quantity,
      notional: round8(price * quantity),
      fee: this.feeOf(k),
      slippage: round8(Math.abs(price - this.rows.value(k, BASE)) * quantity),
    };
  }

  toArray(): Fill[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  totals(): FillTotals {
    const { rows } = this;
    let [notional, fees, slippage] = [0, 0, 0];
    for (let k = 0; k < rows.length; k++) {
      const price = rows.value(k, PRICE);
      const quantity = Math.abs(rows.value(k, SIGNED_QUANTITY));
      notional += round8(price * quantity);
      fees = round8(fees + rows.value(k, FEE));
      slippage = round8(slippage + round8(Math.abs(price - rows.value(k, BASE)) * quantity));
    }
    return { notional, fees, slippage };
  }
}
