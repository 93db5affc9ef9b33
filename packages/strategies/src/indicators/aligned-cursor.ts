/**
 * Walks an auxiliary series beside the bars: alignment is by open time, never by index, and never looks
 * ahead.
 */
import type { BarSeries } from '@platform/core';

export class AlignedCursor {
  private next = 0;

  /**
   * The index of the bar that opens at `openTimeMs`, or -1 without one. Ask in ascending order, each open
   * time once.
   */
  seek(series: BarSeries, openTimeMs: number): number {
    const k = this.next;
    if (k < series.length && series.openTimeMs[k] === openTimeMs) {
      this.next = k + 1;
      return k;
    }
    return this.catchUp(series, openTimeMs);
  }

  private catchUp(series: BarSeries, openTimeMs: number): number {
    const times = series.openTimeMs;
    let k = this.next;
    while (k < series.length && times[k]! < openTimeMs) k += 1;
    const isFound = k < series.length && times[k] === openTimeMs;
    this.next = isFound ? k + 1 : k;
    return isFound ? k : -1;
  }
}
