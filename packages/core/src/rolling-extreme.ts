/**
 * The largest (direction 1) or smallest (direction -1) of the last `length` values, O(1) amortised.
 * Values come in blocks of `length`: a window is the tail of one block and the head of the next. When a block is complete its slots
 * are replaced by the extremes of its tails, which the values of the next block then overwrite one by one.
 */
export class RollingExtreme {
  private readonly slots: Float64Array;
  private position = 0;
  private head = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly length: number,
    private readonly direction: 1 | -1,
  ) {
    this.slots = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
  }

  /** The extreme of the last `length` values, or of all while there are fewer; infinite before the first. */
  get value(): number {
    const tail = this.slots[this.position]!;
    return this.direction * (this.head > tail ? this.head : tail);
  }

  push(value: number): void {
    const signed = this.direction * value;
    this.slots[this.position] = signed;
    if (signed > this.head) this.head = signed;
    this.position += 1;
    if (this.position === this.length) this.completeBlock();
  }

  private completeBlock(): void {
    const { slots } = this;
    let extreme = Number.NEGATIVE_INFINITY;
    for (let k = this.length - 1; k >= 0; k--) {
      if (slots[k]! > extreme) extreme = slots[k]!;
      slots[k] = extreme;
    }
    this.position = 0;
    this.head = Number.NEGATIVE_INFINITY;
  }
}
