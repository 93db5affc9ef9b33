/**
 * Rows of numbers in pages of one size. A run over a million bars can have a hundred thousand fills: as
 * objects they would cost more in garbage collection than the rest of the run together, and one growing array
 * would be copied over and over.
 */
import type { RunMemory } from './run-memory';

const PAGE_BITS = 10;
const PAGE_ROWS = 1 << PAGE_BITS;

export class Rows {
  length = 0;
  /** The page that the row added last lies in. */
  page = new Float64Array(0);
  private readonly pages: Float64Array[] = [];

  constructor(
    private readonly width: number,
    private readonly memory: RunMemory,
  ) {}

  /** Makes room for one more row and returns where it begins in `page`. */
  add(): number {
    const rowInPage = this.length & (PAGE_ROWS - 1);
    if (rowInPage === 0) this.addPage();
    this.length += 1;
    return rowInPage * this.width;
  }

  value(row: number, column: number): number {
    return this.pages[row >>> PAGE_BITS]![(row & (PAGE_ROWS - 1)) * this.width + column]!;
  }

  private addPage(): void {
    this.page = this.memory.take(PAGE_ROWS * this.width);
    this.pages.push(this.page);
  }
}
