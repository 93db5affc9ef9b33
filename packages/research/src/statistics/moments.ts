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
    this.addAll(Float64Array.of(value));
  }

  addAll(values: Float64Array): void {
    let { count, mean, m2, m3, m4 } = this;
    for (let k = 0; k < values.length; k++) {
      const before = count++;
      const delta = values[k]! - mean;
      const step = delta / count;
      const square = step * step;
      const term = delta * step * before;
      mean += step;
      m4 += term * square * (count * count - 3 * count + 3) + 6 * square * m2 - 4 * step * m3;
      m3 += term * step * (count - 2) - 3 * step * m2;
      m2 += term;
    }
    this.count = count;
    this.mean = mean;
    this.m2 = m2;
    this.m3 = m3;
    this.m4 = m4;
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

export function momentsOf(values: Float64Array): Moments {
  const sums = new MomentSums();
  sums.addAll(values);
  return sums.moments;
}
