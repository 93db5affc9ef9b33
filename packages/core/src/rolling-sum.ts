/**
 * The sum of the last `length` values, none negative, equal in every decision to the plain left-to-right loop
 * (docs/strategies.md, Windows): `estimate` is within `error` of that loop's result; `exact` runs the loop
 * and renews the estimate.
 */

const EPSILON = Number.EPSILON;
/** Below this, products lose bits to underflow and no relative bound holds. */
const UNDERFLOW = 1e-290;

export class RollingSum {
  estimate = 0;

  private readonly window: Float64Array;
  private oldest = 0;
  private rounding = 0;

  constructor(private readonly length: number) {
    this.window = new Float64Array(length);
  }

  push(x: number): void {
    const slot = this.oldest;
    const leaving = this.window[slot]!;
    this.window[slot] = x;
    this.oldest = slot + 1 === this.length ? 0 : slot + 1;
    this.estimate += x - leaving;
    this.rounding += EPSILON * (Math.abs(this.estimate) + x + leaving);
  }

  /** How far `estimate` can be from the loop's result, the loop's own rounding included. */
  get error(): number {
    return 2 * (this.rounding + this.length * EPSILON * (Math.abs(this.estimate) + this.rounding));
  }

  /** A mean with which `x > k × mean` turns out exactly as with the defining one. */
  settleMean(x: number, k: number): number {
    const mean = this.estimate / this.length;
    const slack = (k * this.error) / this.length + 8 * EPSILON * (x + k * Math.abs(mean)) + UNDERFLOW;
    return Math.abs(x - k * mean) > slack ? mean : this.exact() / this.length;
  }

  /** The definition: oldest value first. Values not pushed yet count as 0. */
  exact(): number {
    const { window, length, oldest } = this;
    let sum = 0;
    for (let k = 0; k < length; k++) sum += window[oldest + k < length ? oldest + k : oldest + k - length]!;
    this.estimate = sum;
    this.rounding = length * EPSILON * sum;
    return sum;
  }
}
