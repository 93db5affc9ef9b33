/**
 * The halt latch as everyone who may trade has to read it: missing, NULL, unreadable, or not read successfully within the last
 * 10 s all mean halted. Read at every notification, every reconnect and every 5 s; one read at a time, so that an old answer
 * never overwrites a newer one.
 */
import { DB_CHANNELS } from '@platform/contracts';
import type { Task } from '../lifecycle/task';
import type { Tasks } from '../lifecycle/tasks';
import type { Time } from '../lifecycle/time';
import type { Database } from './database';

const POLL_MS = 5_000;
const STALE_AFTER_MS = 10_000;

export interface HaltLatchParts {
  readonly database: Pick<Database, 'kysely' | 'watch'>;
  readonly tasks: Tasks;
  readonly time: Time;
  onRead?(halted: boolean): void;
}

export class HaltLatch {
  readonly #parts: HaltLatchParts;
  readonly #task: Task;
  #halted = true;
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: HaltLatchParts) {
    this.#parts = parts;
    this.#task = parts.tasks.open({
      name: 'halt latch',
      everyMs: POLL_MS,
      run: () => this.#read(),
      // The pool reports the fault; here it only means halted.
      onFault: () => undefined,
    });
    const wake = () => this.#task.wake();
    const { watch } = parts.database;
    watch.subscribe({ channel: DB_CHANNELS.riskHaltChanged, onNotification: wake, onGap: wake });
  }

  isHalted(): boolean {
    return this.#halted || this.#parts.time.monotonicMs() - this.#readAtMs > STALE_AFTER_MS;
  }

  start(): void {
    this.#task.start();
  }

  close(): Promise<void> {
    return this.#task.close();
  }

  async #read(): Promise<void> {
    const { database, time, onRead } = this.#parts;
    const startedMs = time.monotonicMs();
    try {
      const row = await database.kysely.selectFrom('risk.risk_state').select('halted').executeTakeFirst();
      this.#halted = row?.halted !== false;
      this.#readAtMs = startedMs;
    } catch (error) {
      this.#halted = true;
      throw error;
    } finally {
      onRead?.(this.isHalted());
    }
  }
}
