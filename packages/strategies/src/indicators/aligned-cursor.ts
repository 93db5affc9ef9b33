/** Walks an auxiliary series beside the bars: alignment is by open time, never by index, and never looks ahead. */
import type { BarSeries } from '@platform/core';

export class AlignedCursor {
  private next = 0;

  /** The index of the bar that opens at `openTimeMs`, or -1 when there is none. Open times must be asked in ascending order. */
  seek(series: BarSeries, openTimeMs: number): number {
    const times = series.openTimeMs;
    while (this.next < series.length && times[this.next]! < openTimeMs) this.next += 1;
    return this.next < series.length && times[this.next] === openTimeMs ? this.next : -1;
  }
}
