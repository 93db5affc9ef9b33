/**
 * The highest high and the lowest low of the last `length` bars, O(1) amortised.
 * Bars come in blocks of `length`: a window is the tail of one block and the head of the next. When a block
 * is complete its slots are replaced by the extremes of its tails, which the bars of the next block then
 * overwrite one by one.
 */
export class RollingRange {
  /** Of the last `length` bars, or of all while there are fewer; infinite before the first. */
  high = Number.NEGATIVE_INFINITY;
  low = Number.POSITIVE_INFINITY;

  private readonly highs: Float64Array;
  private readonly lows: Float64Array;
  private position = 0;
  private headHigh = Number.NEGATIVE_INFINITY;
  private headLow = Number.POSITIVE_INFINITY;

  constructor(private readonly length: number) {
    this.highs = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    this.lows = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
  }

  push(high: number, low: number): void {
    const { highs, lows } = this;
    highs[this.position] = high;
    lows[this.position] = low;
    if (high > this.headHigh) this.headHigh = high;
    if (low < this.headLow) this.headLow = low;
    this.position += 1;
    if (this.position === this.length) this.completeBlock();
    const tailHigh = highs[this.position]!;
    const tailLow = lows[this.position]!;
    this.high = this.headHigh > tailHigh ? this.headHigh : tailHigh;
    this.low = this.headLow < tailLow ? this.headLow : tailLow;
  }

  private completeBlock(): void {
    const { highs, lows } = this;
    let high = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    for (let k = this.length - 1; k >= 0; k--) {
      if (highs[k]! > high) high = highs[k]!;
      if (lows[k]! < low) low = lows[k]!;
      highs[k] = high;
      lows[k] = low;
    }
    this.position = 0;
    this.headHigh = Number.NEGATIVE_INFINITY;
    this.headLow = Number.POSITIVE_INFINITY;
  }
}
