/**
 * Mean and standard deviation of the last `length` values, fast and yet equal in every decision to the plain two-pass loops
 * (docs/strategies.md, Windows). Running sums estimate both in O(1); their rounding errors are bounded as they accrue. `settle` uses
 * the estimates only where the bound proves that the loops would decide alike, and runs the loops otherwise, which also renews the sums.
 */

/** Twice the unit roundoff: leaves room for the rounding of the bounds themselves. */
const EPSILON = Number.EPSILON;
/** Below this, squares lose bits to underflow and no relative bound holds. */
const UNDERFLOW = 1e-290;

export class RollingMoments {
  /** Valid after `settle`, once the window is full. */
  mean = Number.NaN;
  std = Number.NaN;

  private readonly window: Float64Array;
  /** 1 / length. Estimates may multiply by it; the definition divides. */
  private readonly share: number = Number.NaN;
  /** What `length` additions in a row can lose, relative to the sum of the magnitudes. */
  private readonly loopError: number = Number.NaN;
  private readonly squaredA: number = Number.NaN;
  private readonly squaredB: number = Number.NaN;
  private readonly squaredMax: number = Number.NaN;

  private oldest = 0;
  private count = 0;
  private equalRun = 0;
  private isSettled = false;
  private newest = Number.NaN;
  private sum = 0;
  private sumError = 0;
  private squares = 0;
  private squaresError = 0;

  /** `kA` and `kB` are the numbers of standard deviations at which the newest value will be compared. */
  constructor(
    private readonly length: number,
    kA: number,
    kB: number,
  ) {
    this.window = new Float64Array(length);
    this.share = 1 / length;
    this.loopError = length * EPSILON;
    this.squaredA = kA * kA;
    this.squaredB = kB * kB;
    this.squaredMax = Math.max(1, this.squaredA, this.squaredB);
  }

  get isFull(): boolean {
    return this.count === this.length;
  }

  push(x: number): void {
    const slot = this.oldest;
    const leaving = this.window[slot]!;
    this.window[slot] = x;
    this.oldest = slot + 1 === this.length ? 0 : slot + 1;
    if (this.count < this.length) this.count += 1;
    this.equalRun = x === this.newest ? this.equalRun + 1 : 1;
    if (this.equalRun <= this.length) this.isSettled = false; // else the window is the same as before
    this.newest = x;
    const xx = x * x;
    const leavingSquared = leaving * leaving;
    this.sum += x - leaving;
    this.sumError += EPSILON * (Math.abs(this.sum) + Math.abs(x) + Math.abs(leaving));
    this.squares += xx - leavingSquared;
    this.squaresError += EPSILON * (Math.abs(this.squares) + xx + leavingSquared);
  }

  /**
   * Sets `mean` and `std` so that comparing the newest value with mean ± k × std, or its z-score with ±k, turns out exactly as with
   * the defining loops, for both k. The window must be full. NaN and infinity fail every comparison here and so end in the loops.
   */
  settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const { share, squaredMax } = this;
    const mean = this.sum * share;
    const meanSquare = this.squares * share;
    const variance = meanSquare - mean * mean;
    const std = Math.sqrt(variance);
    const magnitude = Math.abs(mean);
    const meanSlack = 4 * (this.sumError * share + this.loopError * (magnitude + std));
    const varianceSlack =
      4 * (this.squaresError * share + this.loopError * meanSquare) + meanSlack * (2 * magnitude + meanSlack);
    const distance = Math.abs(this.newest - mean);
    const squaredDistance = distance * distance;
    const gap = Math.min(
      Math.abs(squaredDistance - this.squaredA * variance),
      Math.abs(squaredDistance - this.squaredB * variance),
    );
    const slack =
      meanSlack * (2 * distance + meanSlack) +
      squaredMax * varianceSlack +
      16 * EPSILON * (squaredDistance + squaredMax * variance) +
      UNDERFLOW;
    if (variance > varianceSlack && gap > slack) {
      this.mean = mean;
      this.std = std;
    } else {
      this.recompute();
    }
  }

  /** The definition: two passes, oldest value first. */
  private recompute(): void {
    const { window, length, oldest } = this;
    let sum = 0;
    let magnitude = 0;
    let squares = 0;
    for (let k = 0; k < length; k++) {
      const x = window[oldest + k < length ? oldest + k : oldest + k - length]!;
      sum += x;
      magnitude += Math.abs(x);
      squares += x * x;
    }
    const mean = sum / length;
    let deviations = 0;
    for (let k = 0; k < length; k++) {
      const d = window[oldest + k < length ? oldest + k : oldest + k - length]! - mean;
      deviations += d * d;
    }
    this.mean = mean;
    this.std = Math.sqrt(deviations / length);
    this.sum = sum;
    this.sumError = length * EPSILON * magnitude;
    this.squares = squares;
    this.squaresError = length * EPSILON * squares;
  }
}
