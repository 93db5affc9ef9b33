/** Rows that must not be lost to a database that is away: what cannot be written waits in memory, in order, until it can. */
import { type ErrorLog, isTransientDbError } from '@platform/service-kit';

const MAX_WAITING = 10_000;
const FLUSH_EVERY_MS = 1_000;
const BATCH = 100;

export class WaitingRows<Row> {
  readonly #waiting: Row[] = [];
  #flush: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(
    private readonly insert: (rows: Row[]) => Promise<unknown>,
    private readonly errors: ErrorLog,
  ) {}

  get length(): number {
    return this.#waiting.length;
  }

  start(): void {
    this.#flush = setInterval(
      this.errors.guard('waiting rows', () => this.#write()),
      FLUSH_EVERY_MS,
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#flush);
    await this.#write();
  }

  /** Resolves when it is written, or known to wait. */
  async add(row: Row): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(row);
    await this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, BATCH);
        await this.insert(batch);
        this.#waiting.splice(0, batch.length);
      }
    } catch (error) {
      if (!isTransientDbError(error)) throw error;
    }
  }
}
