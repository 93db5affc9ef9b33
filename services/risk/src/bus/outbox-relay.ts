/**
 * Publishes the events that acts left in the outbox, oldest first, with their event id as message id. At least once: a row is
 * marked only after the bus has stored it, and publishing it again is recognised by the id.
 */
import { riskEventMessageId } from '@platform/contracts';
import { type Bus, type Database, isTransientDbError, type Logger } from '@platform/service-kit';
import { sql } from 'kysely';

const POLL_MS = 1_000;
const BATCH = 100;

export class OutboxRelay {
  #again = false;
  #relaying: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.#poll = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  wake(): void {
    this.#again = true;
    this.#relaying ??= this.#relay().finally(() => {
      this.#relaying = undefined;
    });
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    await this.#relaying;
  }

  async #relay(): Promise<void> {
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      try {
        while (!this.#isStopped && (await this.#relayBatch()) === BATCH);
      } catch (error) {
        // The rows are still there and the pool has reported the fault.
        if (!isTransientDbError(error)) this.log.error({ err: error }, 'the outbox could not be relayed');
      }
    }
  }

  /** How many were published. */
  async #relayBatch(): Promise<number> {
    if (!this.bus.isReady()) return 0;
    const rows = await this.database.kysely
      .selectFrom('ops.outbox')
      .select(['id', 'event_id', 'subject', 'payload'])
      .where('producer', '=', sql<string>`current_user`)
      .where('published_at', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const published: string[] = [];
    for (const row of rows) {
      const result = await this.bus.publish(row.subject, row.payload, riskEventMessageId(row.event_id));
      if (!result.ok) break;
      published.push(row.id);
    }
    if (published.length > 0) {
      await this.database.kysely
        .updateTable('ops.outbox')
        .set({ published_at: sql`now()` })
        .where('id', 'in', published)
        .execute();
    }
    return published.length;
  }
}
