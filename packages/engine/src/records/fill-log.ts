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
    private readonly bars: BarSeries,
    private readonly barMs: number,
  ) {}

  get length(): number {
    return this.rows.length;
  }

  /** `signedQuantity` is positive for a buy. */
  append(
    bar: number,
    base: number,
    price: number,
    signedQuantity: number,
    fee: number,
    reason: string,
  ): void {
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + BAR] = bar;
    page[row + BASE] = base;
    page[row + PRICE] = price;
    page[row + SIGNED_QUANTITY] = signedQuantity;
    page[row + FEE] = fee;
    page[row + REASON] = this.reasons.code(reason);
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
    const totals = new RunningTotals();
    this.rows.forEachPage(this.length, (page, end) => totals.addPage(page, end));
    return { ...totals };
  }
}

class RunningTotals implements FillTotals {
  notional = 0;
  fees = 0;
  slippage = 0;

  addPage(page: Float64Array, end: number): void {
    let { notional, fees, slippage } = this;
    for (let row = 0; row < end; row += WIDTH) {
      const price = page[row + PRICE]!;
      const quantity = Math.abs(page[row + SIGNED_QUANTITY]!);
      notional += round8(price * quantity);
      fees = round8(fees + page[row + FEE]!);
      slippage = round8(slippage + round8(Math.abs(price - page[row + BASE]!) * quantity));
    }
    this.notional = notional;
    this.fees = fees;
    this.slippage = slippage;
  }
}
