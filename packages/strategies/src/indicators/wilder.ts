/** Wilder's smoothing: the mean of the first n values, then an average with alpha 1/n. NaN before the n-th value. */
export class WilderMean {
  value = Number.NaN;
  private readonly alpha: number;
  private seeded = 0;
  private sum = 0;

  constructor(private readonly length: number) {
    this.alpha = 1 / length;
  }

  push(x: number): void {
    if (this.seeded === this.length) {
      this.value += this.alpha * (x - this.value);
      return;
    }
    this.sum += x;
    this.seeded += 1;
    if (this.seeded === this.length) this.value = this.sum / this.length;
  }
}

/** Average true range. `previousClose` is the close of the bar last pushed. */
export class Atr {
  previousClose = Number.NaN;
  private readonly mean: WilderMean;

  constructor(length: number) {
    this.mean = new WilderMean(length);
  }

  /** NaN until `length` bars were pushed. */
  get value(): number {
    return this.mean.value;
  }

  push(high: number, low: number, close: number): void {
    const previous = this.previousClose;
    // The true range; NaN compares as neither above nor below, so the first bar has its own range.
    const top = previous > high ? previous : high;
    const bottom = previous < low ? previous : low;
    this.mean.push(top - bottom);
    this.previousClose = close;
  }
}
