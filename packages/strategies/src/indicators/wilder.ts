/**
 * Wilder's smoothing: the mean of the first n values, then an average with alpha 1/n. NaN before the n-th
 * value.
 */
export class WilderMean {
  value = Number.NaN;
  /** For callers that carry `value` in a local through a run of bars. */
  readonly alpha: number = Number.NaN;
  private seeded = 0;
  private sum = 0;

  constructor(private readonly length: number) {
    this.alpha = 1 / length;
  }

  get isSeeded(): boolean {
    return this.seeded === this.length;
  }

  push(x: number): void {
    if (this.isSeeded) this.value += this.alpha * (x - this.value);
    else this.seed(x);
  }

  private seed(x: number): void {
    this.sum += x;
    this.seeded += 1;
    if (this.isSeeded) this.value = this.sum / this.length;
  }
}

/**
 * The true range; NaN compares as neither above nor below, so a bar without a previous close has its own
 * range.
 */
export function trueRange(high: number, low: number, previousClose: number): number {
  const top = previousClose > high ? previousClose : high;
  const bottom = previousClose < low ? previousClose : low;
  return top - bottom;
}

/** Average true range; NaN until `length` bars were pushed. */
export class Atr {
  private previousClose = Number.NaN;
  private readonly mean: WilderMean;

  constructor(length: number) {
    this.mean = new WilderMean(length);
  }

  get value(): number {
    return this.mean.value;
  }

  push(high: number, low: number, close: number): void {
    this.mean.push(trueRange(high, low, this.previousClose));
    this.previousClose = close;
  }
}
