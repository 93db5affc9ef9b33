/** The fills of a run, stored as rows of numbers, written and read as records. */
import type { Fill } from './records';
import { Rows } from './rows';

const WIDTH = 6;
const NOTIONAL = 3;

export class FillLog {
  private readonly rows = new Rows(WIDTH);
  private readonly reasons: string[] = [];

  get length(): number {
    return this.rows.length;
  }

  /** There is one position at a time, so entries and exits alternate: `kind` follows from the index. */
  append(fill: Fill): void {
    const at = this.rows.add();
    const { data } = this.rows;
    data[at] = fill.timeMs;
    data[at + 1] = fill.price;
    data[at + 2] = fill.side === 'buy' ? fill.quantity : -fill.quantity;
    data[at + NOTIONAL] = fill.notional;
    data[at + 4] = fill.fee;
    data[at + 5] = fill.slippage;
    this.reasons.push(fill.reason);
  }

  notionalTotal(): number {
    let total = 0;
    for (let k = 0; k < this.length; k++) total += this.rows.data[k * WIDTH + NOTIONAL]!;
    return total;
  }

  at(k: number): Fill {
    const row = this.rows.data.subarray(k * WIDTH, (k + 1) * WIDTH);
    const signedQuantity = row[2]!;
    return {
      timeMs: row[0]!,
      side: signedQuantity > 0 ? 'buy' : 'sell',
      kind: k % 2 === 0 ? 'entry' : 'exit',
      reason: this.reasons[k]!,
      price: row[1]!,
      quantity: Math.abs(signedQuantity),
      notional: row[NOTIONAL]!,
      fee: row[4]!,
      slippage: row[5]!,
    };
  }

  toArray(): Fill[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }
}
