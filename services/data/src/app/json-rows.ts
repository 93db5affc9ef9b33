/**
 * Rows as the JSON they are sent as, in one run of bytes with commas between: the tail of it is an answer,
 * without another copy per row.
 */

export class JsonRows {
  private bytes = Buffer.allocUnsafe(64 * 1024);
  /** Where each row ends. */
  private ends: number[] = [];

  get length(): number {
    return this.ends.length;
  }

  append(row: unknown): void {
    const text = this.ends.length === 0 ? JSON.stringify(row) : `,${JSON.stringify(row)}`;
    const from = this.ends.at(-1) ?? 0;
    const end = from + Buffer.byteLength(text);
    if (end > this.bytes.length) this.grow(end);
    this.bytes.write(text, from);
    this.ends.push(end);
  }

  /** The rows from `first` on; a view that later appends do not change. */
  from(first: number): Uint8Array {
    const end = this.ends.at(-1) ?? 0;
    if (first === 0) return this.bytes.subarray(0, end);
    const start = this.ends[first - 1];
    return start === undefined || start === end ? EMPTY : this.bytes.subarray(start + 1, end);
  }

  /** A copy without the oldest rows. */
  without(count: number): JsonRows {
    const kept = new JsonRows();
    const bytes = this.from(count);
    const shift = (this.ends.at(-1) ?? 0) - bytes.length;
    kept.bytes = Buffer.from(bytes);
    kept.ends = this.ends.slice(count).map((end) => end - shift);
    return kept;
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger);
    this.bytes = larger;
  }
}

const EMPTY = new Uint8Array(0);
