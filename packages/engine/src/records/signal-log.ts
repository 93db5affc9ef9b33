/** The signals of a run, stored as rows of numbers, written as decisions and read as signals. */
import { type Decision, type Signal, signalOf, type Target } from '@platform/strategies';
import { Interned } from './interned';
import { Rows } from './rows';
import { RunMemory } from './run-memory';

const TIME = 0;
const TARGET = 1;
const KIND = 2;
const SIZE = 3;
const SL = 4;
const TP = 5;
const REASON = 6;
const WIDTH = 7;
const KINDS = ['vol_target', 'fixed'] as const;

export class SignalLog {
  private readonly rows: Rows;
  private readonly reasons = new Interned();

  constructor(memory = new RunMemory()) {
    this.rows = new Rows(WIDTH, memory);
  }

  get length(): number {
    return this.rows.length;
  }

  append(decision: Decision): void {
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + TIME] = decision.openTimeMs;
    page[row + TARGET] = decision.target;
    page[row + KIND] = decision.sizeHint.kind === 'vol_target' ? 0 : 1;
    page[row + SIZE] = decision.sizeHint.value;
    page[row + SL] = decision.sl;
    page[row + TP] = decision.tp;
    page[row + REASON] = this.reasons.code(decision.reason);
  }

  at(k: number): Signal {
    const { rows } = this;
    return signalOf({
      openTimeMs: rows.value(k, TIME),
      target: rows.value(k, TARGET) as Target,
      sizeHint: { kind: KINDS[rows.value(k, KIND)]!, value: rows.value(k, SIZE) },
      sl: rows.value(k, SL),
      tp: rows.value(k, TP),
      reason: this.reasons.name(rows.value(k, REASON)),
    });
  }

  toArray(): Signal[] {
    return this.map((signal) => signal);
  }

  map<T>(read: (signal: Signal) => T): T[] {
    return Array.from({ length: this.length }, (_, k) => read(this.at(k)));
  }
}
