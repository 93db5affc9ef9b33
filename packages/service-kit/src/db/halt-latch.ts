/**
 * The halt latch as everyone who may trade has to read it: missing, NULL, unreadable, or not read successfully within the last
 * 10 s all mean halted. Read at every notification, every reconnect and every 5 s; one read at a time, so that an old answer
 * never overwrites a newer one.
 */
import { DB_CHANNELS } from '@platform/contracts';
import type { Database } from './database';

const POLL_MS = 5_000;
const STALE_AFTER_MS = 10_000;

export class HaltLatch {
  readonly #database: Pick<Database, 'kysely' | 'watch'>;
  readonly #onRead: (halted: boolean) => void;
  #halted = true;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #readAgain = false;
  #reading: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(
    database: Pick<Database, 'kysely' | 'watch'>,
    onRead: (halted: boolean) => void = () => undefined,
  ) {
    this.#database = database;
    this.#onRead = onRead;
    database.watch.subscribe({
      channel: DB_CHANNELS.riskHaltChanged,
      onNotification: () => this.#refresh(),
      onGap: () => this.#refresh(),
    });
  }

  isHalted(): boolean {
    return this.#halted || performance.now() - this.#readAtMs > STALE_AFTER_MS;
  }

  start(): void {
    this.#refresh();
    this.#poll = setInterval(() => this.#refresh(), POLL_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#reading;
  }

  #refresh(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readUntilCurrent();
  }

  async #readUntilCurrent(): Promise<void> {
    while (this.#readAgain) {
      this.#readAgain = false;
      await this.#read();
    }
    this.#reading = undefined;
  }

  async #read(): Promise<void> {
    const startedMs = performance.now();
    try {
      const row = await this.#database.kysely
        .selectFrom('risk.risk_state')
        .select('halted')
        .executeTakeFirst();
      this.#halted = row?.halted !== false;
      this.#readAtMs = startedMs;
    } catch {
      // The pool reports the fault; here it only means halted.
      this.#halted = true;
    }
    this.#onRead(this.isHalted());
  }
}
