/**
 * The halt latch as everyone who may trade has to read it: missing, NULL, unreadable, or not read
 * successfully within the last 10 s all mean halted. Read at every notification, every reconnect and every 5
 * s; one read at a time, so that an old answer never overwrites a newer one.
 */
import { DB_CHANNELS } from '@platform/contracts';
import type { Task } from '../lifecycle/task';
import type { Tasks } from '../lifecycle/tasks';
import type { Time } from '../lifecycle/time';
import type { Database } from './database';

export const HALT_POLL_MS = 5_000;
const STALE_AFTER_MS = 10_000;

/** Where the latch is kept. */
export interface HaltSource {
  /** Undefined or null when there is no word on it. */
  read(): Promise<boolean | null | undefined>;
  /** Calls whenever it may have changed. */
  onNews(call: () => void): void;
}

export function databaseHalt({ kysely, watch }: Pick<Database, 'kysely' | 'watch'>): HaltSource {
  return {
    read: async () =>
      (await kysely.selectFrom('risk.risk_state').select('halted').executeTakeFirst())?.halted,
    onNews: (call) =>
      watch.subscribe({ channel: DB_CHANNELS.riskHaltChanged, onNotification: call, onGap: call }),
  };
}

export interface HaltLatchParts {
  readonly source: HaltSource;
  readonly tasks: Tasks;
  readonly time: Time;
  onRead?(halted: boolean): void;
}

export class HaltLatch {
  private readonly parts: HaltLatchParts;
  private readonly task: Task;
  private halted = true;
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: HaltLatchParts) {
    this.parts = parts;
    this.task = parts.tasks.open({
      name: 'halt latch',
      everyMs: HALT_POLL_MS,
      run: () => this.read(),
      // The pool reports the fault; here it only means halted.
      onFault: () => undefined,
    });
    parts.source.onNews(() => this.task.wake());
  }

  isHalted(): boolean {
    return this.halted || this.parts.time.monotonicMs() - this.readAtMs > STALE_AFTER_MS;
  }

  start(): void {
    this.task.start();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  private async read(): Promise<void> {
    const { source, time, onRead } = this.parts;
    const startedMs = time.monotonicMs();
    try {
      this.halted = (await source.read()) !== false;
      this.readAtMs = startedMs;
    } catch (error) {
      this.halted = true;
      throw error;
    } finally {
      onRead?.(this.isHalted());
    }
  }
}
