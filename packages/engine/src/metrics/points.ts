import { DAY_MS } from '@platform/core';

/**
 * The equity curve: one point per bar, at the bar's close. It shares the time column of the bars instead of
 * copying it.
 */
export class EquityPoints {
  private readonly barsPerDay: number;

  constructor(
    readonly equity: Float64Array,
    /** Open times of the bars the points belong to. */
    private readonly openTimeMs: Float64Array,
    private readonly barMs: number,
  ) {
    this.barsPerDay = Math.ceil(DAY_MS / barMs);
  }

  get length(): number {
    return this.equity.length;
  }

  /** Close time of the bar of point `p`. */
  timeMs(p: number): number {
    return this.openTimeMs[p]! + this.barMs;
  }

  /**
   * The last point at or before the end of the day that point `p` is the first of. Without gaps its place is
   * known, and only its time is left to check: looking it up would wait for the time of `p`, day after day,
   * on memory.
   */
  lastOfDay(endMs: number, p: number): number {
    const expected = p + this.barsPerDay - 1;
    if (expected < this.length && this.timeMs(expected) === endMs) return expected;
    let last = Math.min(this.length - 1, p + Math.floor((endMs - this.timeMs(p)) / this.barMs));
    while (this.timeMs(last) > endMs) last -= 1;
    return last;
  }

  times(): number[] {
    return Array.from({ length: this.length }, (_, p) => this.timeMs(p));
  }
}
