/**
 * The fills of a run, stored as rows of numbers and read as records. There is one position at a time, so entries and exits
 * alternate: fill 2k opens roundtrip k and fill 2k + 1 closes it.
 */
import type { Fill } from './records';
import { Rows } from './rows';

const WIDTH = 6;
const PRICE = 1;
const SIGNED_QUANTITY = 2;
const NOTIONAL = 3;
const FEE = 4;
const SLIPPAGE = 5;

export class FillLog {
  private readonly rows = new Rows(WIDTH);
  private readonly reasons: string[] = [];

  get length(): number {
    return this.rows.length;
  }

  /** `signedQuantity` is positive for a buy. */
  append(
    timeMs: number,
    price: number,
    signedQuantity: number,
    notional: number,
    fee: number,
    slippage: number,
    reason: string,
  ): void {
    const row = this.rows.add();
    const { data } = this.rows;
    data[row] = timeMs;
    data[row + PRICE] = price;
    data[row + SIGNED_QUANTITY] = signedQuantity;
    data[row + NOTIONAL] = notional;
    data[row + FEE] = fee;
    data[row + SLIPPAGE] = slippage;
    this.reasons.push(reason);
  }

  at(k: number): Fill {
    const row = this.rows.data.subarray(k * WIDTH, (k + 1) * WIDTH);
    const signedQuantity = row[SIGNED_QUANTITY]!;
    return {
      timeMs: row[0]!,
      side: signedQuantity > 0 ? 'buy' : 'sell',
      kind: k % 2 === 0 ? 'entry' : 'exit',
      reason: this.reasons[k]!,
      price: row[PRICE]!,
      quantity: Math.abs(signedQuantity),
      notional: row[NOTIONAL]!,
      fee: row[FEE]!,
      slippage: row[SLIPPAGE]!,
    };
  }

  toArray(): Fill[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }

  notionalTotal(): number {
    const { data } = this.rows;
    let total = 0;
    for (let row = 0; row < this.length * WIDTH; row += WIDTH) total += data[row + NOTIONAL]!;
    return total;
  }
}
