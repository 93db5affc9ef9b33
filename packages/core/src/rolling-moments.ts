/**
 * Mean and standard deviation of the last `length` values, fast and yet equal in every decision to the plain
 * two-pass loops (docs/strategies.md, Windows). Running sums estimate both in O(1). `settle` uses the
 * estimates only where a bound on their rounding errors proves that the loops would decide alike, and runs
 * the loops otherwise, which also renews the sums. One bound is computed per renewal, for so many values up
 * to such a size; more or larger ones end in the loops.
 */

/** Twice the unit roundoff: leaves room for the rounding of the bounds themselves. */
const EPSILON = Number.EPSILON;
/** Below this, squares lose bits to underflow and no relative bound holds. */
const UNDERFLOW = 1e-290;
/** Values that the sums may take in before they are renewed. */
const PUSHES_PER_RENEWAL = 2048;
/** How many times as large as the largest of the window these may be. */
const GROWTH = 4;

export class RollingMoments {
  /** Valid after `settle`, once the window is full. */
  mean = Number.NaN;
  std = Number.NaN;

  private readonly window: Float64Array;
  /** 1 / length. Estimates may multiply by it; the definition divides. */
  private readonly share: number = Number.NaN;
  private readonly squaredA: number = Number.NaN;
  private readonly squaredB: number = Number.NaN;

  private oldest = 0;
  private pushes = 0;
  private newest = Number.NaN;
  /** The loops found a window of equal values, and no other value came since. */
  private isConstant = false;
  private sum = 0;
  private squares = 0;

  /** The bounds below hold before so many pushes, of values up to this size. */
  private renewalDue = 0;
  private largest = Number.NaN;
  private meanSlack = Number.NaN;
  private varianceSlack = Number.NaN;
  private slackA = Number.NaN;
  private slackB = Number.NaN;

  /** `kA` and `kB` are the numbers of standard deviations at which the newest value will be compared. */
  constructor(
    private readonly length: number,
    kA: number,
    kB: number,
  ) {
    this.window = new Float64Array(length);
    this.share = 1 / length;
    this.squaredA = kA * kA;
    this.squaredB = kB * kB;
  }

  get isFull(): boolean {
    return this.pushes >= this.length;
  }

  push(x: number): void {
    const slot = this.oldest;
    const leaving = this.window[slot]!;
    this.window[slot] = x;
    this.oldest = slot + 1 === this.length ? 0 : slot + 1;
    this.pushes += 1;
    if (this.isConstant) this.isConstant = x === this.newest;
    this.newest = x;
    const change = x - leaving;
    this.sum += change;
    this.squares += change * (x + leaving);
    if (!(Math.abs(x) <= this.largest)) this.renewalDue = 0;
  }

  /**
   * Sets `mean` and `std` so that comparing the newest value with mean ± k × std, or its z-score with ±k,
   * turns out exactly as with the defining loops, for both k. The window must be full. NaN and infinity fail
   * every comparison here and so end in the loops.
   */
  settle(): void {
    const { share, meanSlack } = this;
    const mean = this.sum * share;
    const variance = this.squares * share - mean * mean;
    const distance = Math.abs(this.newest - mean);
    const squaredDistance = distance * distance;
    const distanceSlack = meanSlack * (2 * distance + meanSlack);
    if (
      this.pushes < this.renewalDue &&
      variance > this.varianceSlack &&
      Math.abs(squaredDistance - this.squaredA * variance) > distanceSlack + this.slackA &&
      Math.abs(squaredDistance - this.squaredB * variance) > distanceSlack + this.slackB
    ) {
      this.mean = mean;
      this.std = Math.sqrt(variance);
    } else if (!this.isConstant) this.recompute();
  }

  /** The definition: two passes, oldest value first. */
  private recompute(): void {
    const { window, length, oldest } = this;
    let sum = 0;
    let squares = 0;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < length; k++) {
      const x = window[oldest + k < length ? oldest + k : oldest + k - length]!;
      sum += x;
      squares += x * x;
      lowest = Math.min(lowest, x);
      highest = Math.max(highest, x);
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
    this.squares = squares;
    this.isConstant = lowest === highest;
    this.bound(GROWTH * Math.max(-lowest, highest));
  }

  /**
   * How far estimates and loops can be apart until the next renewal, for values up to `largest` = M. With ε
   * twice the unit roundoff, L values in the window and P pushes, in each step rounded up:
   *
   * - The sum loses at most L²·ε·M/2 in the loop and (L + 2)·ε·M/2 per push, and the loops' own mean as much
   *   as the former. So the means differ by less than (2·L + 2·P)·ε·M.
   * - The squares lose (L + 1)·L·ε·M²/2 in the loop and (L + 9)·ε·M²/2 per push; the squared mean loses 2·M
   *   times what the mean does, and the loops' own variance (L + 4)·ε·M²/2. So the variances differ by less
   *   than 16·(L + P)·ε·M².
   *
   * Both are doubled, which covers what the comparisons themselves lose.
   */
  private bound(largest: number): void {
    const error = 4 * (this.length + PUSHES_PER_RENEWAL) * EPSILON;
    this.renewalDue = this.pushes + PUSHES_PER_RENEWAL;
    this.largest = largest;
    this.meanSlack = error * largest;
    this.varianceSlack = 8 * error * largest * largest + UNDERFLOW;
    this.slackA = this.squaredA * this.varianceSlack + UNDERFLOW;
    this.slackB = this.squaredB * this.varianceSlack + UNDERFLOW;
  }
}
