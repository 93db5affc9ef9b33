/**
 * The fills of a run, stored as rows of numbers and read as records. There is one position at a time, so
 * entries and exits alternate: fill 2k opens roundtrip k and fill 2k + 1 closes it. What follows from the row
 * and its bar is not stored.
 */
import type { BarSeries } from '@platform/core';
import { FillTerms } from '../fill-terms';
import { UNITS_PER_ONE } from '../rounding';
import type { BacktestSettings } from '../settings';
import { Interned } from './interned';
import type { Fill } from './records';
import { Rows } from './rows';
import type { RunMemory } from './run-memory';

const BAR = 0;
const BASE = 1;
const SIGNED_QUANTITY = 2;
const REASON = 3;
const FUNDING_UNITS = 4;
const WIDTH = 5;

export class FillLog {
  /** Of the fill to be appended, filled in by the caller; and of the fill appended or read last. */
  readonly terms: FillTerms;
  private readonly rows: Rows;
  private readonly reasons = new Interned();

  constructor(
    private readonly bars: BarSeries,
    private readonly barMs: number,
    settings: BacktestSettings,
    memory: RunMemory,
  ) {
    this.rows = new Rows(WIDTH, memory);
    this.terms = new FillTerms(settings);
  }

  get length(): number {
    return this.rows.length;
  }

  /** Keeps the fill whose terms are filled in. */
  append(bar: number, reason: string): void {
    const { terms } = this;
    const row = this.rows.add();
    const { page } = this.rows;
    page[row + BAR] = bar;
    page[row + BASE] = terms.base;
    page[row + SIGNED_QUANTITY] = terms.signedQuantity;
    page[row + REASON] = this.reasons.code(reason);
    page[row + FUNDING_UNITS] = terms.fundingUnits;
  }

  barOf(k: number): number {
    return this.rows.value(k, BAR);
  }

  /** What the roundtrip that fill `k` closed paid. */
  fundingUnitsOf(k: number): number {
    return this.rows.value(k, FUNDING_UNITS);
  }

  at(k: number): Fill {
    const { rows, terms } = this;
    const reason = this.reasons.name(rows.value(k, REASON));
    const openTimeMs = this.bars.openTimeMs[this.barOf(k)]!;
    terms.base = rows.value(k, BASE);
    terms.signedQuantity = rows.value(k, SIGNED_QUANTITY);
    terms.compute();
    const { signedQuantity, price, notional } = terms;
    return {
      timeMs: reason === 'bankrupt' ? openTimeMs + this.barMs : openTimeMs,
      side: signedQuantity > 0 ? 'buy' : 'sell',
      kind: k % 2 === 0 ? 'entry' : 'exit',
      reason,
      price,
      quantity: Math.abs(signedQuantity),
      notional,
      fee: terms.feeUnits / UNITS_PER_ONE,
      slippage: terms.slippageUnits() / UNITS_PER_ONE,
    };
  }

  toArray(): Fill[] {
    return Array.from({ length: this.length }, (_, k) => this.at(k));
  }
}
