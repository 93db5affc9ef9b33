/**
 * The largest (direction 1) or smallest (direction -1) of the last `length` values: a monotonic queue, O(1) amortised.
 * Values that a newer, better one has outlived are dropped, so the front is always the answer.
 */
export class RollingExtreme {
  private readonly values: Float64Array;
  private readonly ages: Float64Array;
  private head = 0;
  private size = 0;
  private pushed = 0;

  constructor(
    private readonly length: number,
    private readonly direction: 1 | -1,
  ) {
    this.values = new Float64Array(length);
    this.ages = new Float64Array(length);
  }

  /** The extreme of the last `length` values; NaN before the first. */
  get value(): number {
    return this.size === 0 ? Number.NaN : this.direction * this.values[this.head]!;
  }

  push(value: number): void {
    const signed = this.direction * value;
    const { values, length } = this;
    if (this.size > 0 && this.ages[this.head]! <= this.pushed - length) this.dropFront();
    let tail = this.head + this.size - 1;
    while (this.size > 0 && values[tail < length ? tail : tail - length]! <= signed) {
      this.size -= 1;
      tail -= 1;
    }
    tail += 1;
    const slot = tail < length ? tail : tail - length;
    values[slot] = signed;
    this.ages[slot] = this.pushed;
    this.size += 1;
    this.pushed += 1;
  }

  private dropFront(): void {
    this.head = this.head + 1 === this.length ? 0 : this.head + 1;
    this.size -= 1;
  }
}
