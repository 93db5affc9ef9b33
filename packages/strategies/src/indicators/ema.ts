/** Exponential moving average of a span, seeded with its first value. */
export class Ema {
  value = Number.NaN;
  private readonly alpha: number = Number.NaN;

  constructor(span: number) {
    this.alpha = 2 / (span + 1);
  }

  push(x: number): void {
    this.value = Number.isNaN(this.value) ? x : this.value + this.alpha * (x - this.value);
  }
}

/** Standard deviation around an exponential moving average, both of the same span. */
export class EmaStd {
  private mean = Number.NaN;
  private variance = 0;
  private readonly alpha: number = Number.NaN;

  constructor(span: number) {
    this.alpha = 2 / (span + 1);
  }

  get value(): number {
    return Math.sqrt(this.variance);
  }

  push(x: number): void {
    if (Number.isNaN(this.mean)) {
      this.mean = x;
      return;
    }
    const d = x - this.mean;
    this.mean += this.alpha * d;
    this.variance = (1 - this.alpha) * (this.variance + this.alpha * d * d);
  }
}
