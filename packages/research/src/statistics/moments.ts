/** Mean, spread and shape of returns, from sums that are taken in one by one and can be kept per trial. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Of the sample, n - 1. */
  readonly deviation: number;
  /** 0 for a symmetric distribution. */
  readonly skewness: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** Central moments by one pass, without keeping the values. */
export class MomentSums {
  private count = 0;
  private mean = 0;
  private m2 = 0;
  private m3 = 0;
  private m4 = 0;

  add(value: number): void {
    const before = this.count;
    const n = before + 1;
    const delta = value - this.mean;
    const step = delta / n;
    const square = step * step;
    const term = delta * step * before;
    this.count = n;
    this.mean += step;
    this.m4 += term * square * (n * n - 3 * n + 3) + 6 * square * this.m2 - 4 * step * this.m3;
    this.m3 += term * step * (n - 2) - 3 * step * this.m2;
    this.m2 += term;
  }

  get moments(): Moments {
    const { count, mean, m2, m3, m4 } = this;
    const variance = m2 / count;
    return {
      count,
      mean,
      deviation: Math.sqrt(m2 / (count - 1)),
      skewness: m3 / count / (variance * Math.sqrt(variance)),
      kurtosis: m4 / count / (variance * variance),
    };
  }
}

export function momentsOf(values: Iterable<number>): Moments {
  const sums = new MomentSums();
  for (const value of values) sums.add(value);
  return sums.moments;
}
