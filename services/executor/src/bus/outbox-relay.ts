/**
 * Publishes what the executor left in the outbox, oldest first. At least once: a row is marked only after the bus has stored it, and
 * the message id, named after the fill, makes a second publication harmless.
 */
import { type FillMessage, fillMessageId } from '@platform/contracts';
import { type Bus, type Database, type ErrorLog, isTransientDbError } from '@platform/service-kit';
import { sql } from 'kysely';

const POLL_MS = 1_000;
const BATCH = 200;

export class OutboxRelay {
  #again = false;
  #relaying: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly errors: ErrorLog,
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
        // The rows are still there.
        const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_INTERNAL_ERROR';
        this.errors.report(code, { message: 'the outbox could not be relayed', err: error });
      }
    }
  }

  /** How many were published. */
  async #relayBatch(): Promise<number> {
    if (!this.bus.isReady()) return 0;
    const rows = await this.database.kysely
      .selectFrom('ops.outbox')
      .select(['id', 'subject', 'payload'])
      .where('producer', '=', sql<string>`current_user`)
      .where('published_at', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const published: string[] = [];
    for (const { id, subject, payload } of rows) {
      const fill = payload as unknown as FillMessage;
      const result = await this.bus.publish(
        subject,
        fill,
        fillMessageId(fill.network, fill.symbol, fill.trade_id),
      );
      if (!result.ok) {
        this.errors.report('EXECUTOR_IPC_PUBLISH_FAILED', { subject, reason: result.error.kind });
        break;
      }
      published.push(id);
    }
    if (published.length === 0) return 0;
    await this.database.kysely
      .updateTable('ops.outbox')
      .set({ published_at: sql`now()` })
      .where('id', 'in', published)
      .execute();
    return published.length;
  }
}
