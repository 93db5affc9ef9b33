/** The signals of a run, stored as rows of numbers, written and read as records. */
import type { Signal } from '@platform/strategies';
import { Rows } from './rows';

const TIME = 0;
const SIDE = 1;
const KIND = 2;
const SIZE = 3;
const SL = 4;
const TP = 5;
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
    const { page } = this.rows;
    page[row + TIME] = signal.openTimeMs;
    page[row + SIDE] = signal.side === 'flat' ? 0 : signal.side === 'long' ? 1 : 2;
    page[row + KIND] = signal.sizeHint.kind === 'vol_target' ? 0 : 1;
    page[row + SIZE] = signal.sizeHint.value;
    page[row + SL] = signal.sl ?? Number.NaN;
    page[row + TP] = signal.tp ?? Number.NaN;
    this.reasons.push(signal.reason);
  }

  at(k: number): Signal {
    const value = (column: number) => this.rows.value(k, column);
    return {
      openTimeMs: value(TIME),
      side: SIDES[value(SIDE)]!,
      sizeHint: { kind: KINDS[value(KIND)]!, value: value(SIZE) },
      sl: priceOrNull(value(SL)),
      tp: priceOrNull(value(TP)),
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
