/** The signals of a run, stored as rows of numbers, written and read as records. */
import type { Signal } from '@platform/strategies';
import { Rows } from './rows';

const WIDTH = 6;
const SIDES = ['flat', 'long', 'short'] as const;
const KINDS = ['vol_target', 'fixed'] as const;

export class SignalLog {
  private readonly rows = new Rows(WIDTH);
  private readonly reasons: string[] = [];

  get length(): number {
    return this.rows.length;
  }

  push(signal: Signal): void {
    const row = this.rows.add();
    const { data } = this.rows;
    data[row] = signal.openTimeMs;
    data[row + 1] = signal.side === 'flat' ? 0 : signal.side === 'long' ? 1 : 2;
    data[row + 2] = signal.sizeHint.kind === 'vol_target' ? 0 : 1;
    data[row + 3] = signal.sizeHint.value;
    data[row + 4] = signal.sl ?? Number.NaN;
    data[row + 5] = signal.tp ?? Number.NaN;
    this.reasons.push(signal.reason);
  }

  at(k: number): Signal {
    const row = this.rows.data.subarray(k * WIDTH, (k + 1) * WIDTH);
    return {
      openTimeMs: row[0]!,
      side: SIDES[row[1]!]!,
      sizeHint: { kind: KINDS[row[2]!]!, value: row[3]! },
      sl: priceOrNull(row[4]!),
      tp: priceOrNull(row[5]!),
      reason: this.reasons[k]!,
    };
  }

  toArray(): Signal[] {
    return this.map((signal) => signal);
  }

  map<T>(read: (signal: Signal) => T): T[] {
    return Array.from({ length: this.length }, (_, k) => read(this.at(k)));
  }
}

function priceOrNull(price: number): number | null {
  return Number.isNaN(price) ? null : price;
}
