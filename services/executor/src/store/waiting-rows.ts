/**
 * Rows that must not be lost to a database that is away: what cannot be written waits in memory, in order,
 * until it can.
 */
import { isTransientDbError, type Task, type Tasks } from '@platform/service-kit';

const MAX_WAITING = 10_000;
const FLUSH_EVERY_MS = 1_000;
const BATCH = 100;

export class WaitingRows<Row> {
  private readonly waiting: Row[] = [];
  private readonly task: Task;

  constructor(
    name: string,
    private readonly insert: (rows: Row[]) => Promise<unknown>,
    tasks: Tasks,
  ) {
    this.task = tasks.open({ name, everyMs: FLUSH_EVERY_MS, run: () => this.writeAll() });
    this.task.start();
  }

  get length(): number {
    return this.waiting.length;
  }

  async close(): Promise<void> {
    await this.task.runNow();
    await this.task.close();
  }

  /** Resolves when it is written, or known to wait. */
  async add(row: Row): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) return;
    this.waiting.push(row);
    await this.task.runNow();
  }

  private async writeAll(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const batch = this.waiting.slice(0, BATCH);
        await this.insert(batch);
        this.waiting.splice(0, batch.length);
      }
    } catch (error) {
      // The pool has reported the fault; the rows wait.
      if (!isTransientDbError(error)) throw error;
    }
  }
}
