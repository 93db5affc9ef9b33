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
