/**
 * The arrays of a run, which the next run uses again: fresh ones cost a sweep a fifth of its time in page
 * faults and garbage collection. What a run returned is overwritten by the next one of the same memory, so it
 * must have been read by then.
 */
export class RunMemory {
  /** By length; runs over the same bars need the same ones. */
  private readonly arrays = new Map<number, { readonly all: Float64Array<ArrayBuffer>[]; taken: number }>();

  /** All arrays are free again. */
  begin(): void {
    for (const kept of this.arrays.values()) kept.taken = 0;
  }

  /** Holds whatever the run before left in it: every number is written before it is read. */
  take(length: number): Float64Array<ArrayBuffer> {
    let kept = this.arrays.get(length);
    if (kept === undefined) {
      kept = { all: [], taken: 0 };
      this.arrays.set(length, kept);
    }
    if (kept.taken === kept.all.length) kept.all.push(new Float64Array(length));
    return kept.all[kept.taken++]!;
  }
}
