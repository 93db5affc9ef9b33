/** The equity curve: one point per bar, at the bar's close. It shares the time column of the bars instead of copying it. */
export class EquityPoints {
  constructor(
    readonly equity: Float64Array,
    /** Open times of the bars the points belong to. */
    private readonly openTimeMs: Float64Array,
    private readonly barMs: number,
  ) {}

  get length(): number {
    return this.equity.length;
  }

  /** Close time of the bar of point `p`. */
  timeMs(p: number): number {
    return this.openTimeMs[p]! + this.barMs;
  }

  /** The last point at or before `timeMs`, from point `p` on. Points are at least a bar apart, so it is near its place. */
  lastUntil(timeMs: number, p: number): number {
    let last = Math.min(this.length - 1, p + Math.floor((timeMs - this.timeMs(p)) / this.barMs));
    while (this.timeMs(last) > timeMs) last -= 1;
    return last;
  }

  times(): number[] {
    return Array.from({ length: this.length }, (_, p) => this.timeMs(p));
  }
}
