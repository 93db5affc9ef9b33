/**
 * Rows of numbers in one growing array. A run over a million bars can have a hundred thousand fills: as objects they would
 * cost more in garbage collection than the rest of the run together.
 */
export class Rows {
  data: Float64Array;
  length = 0;

  constructor(private readonly width: number) {
    this.data = new Float64Array(64 * width);
  }

  /** Makes room for one more row and returns where it begins in `data`. */
  add(): number {
    const start = this.length * this.width;
    if (start === this.data.length) {
      const larger = new Float64Array(2 * start);
      larger.set(this.data);
      this.data = larger;
    }
    this.length += 1;
    return start;
  }
}
