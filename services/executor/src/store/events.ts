/**
 * Events of the executor as rows of bot_events. They must not be lost to a database that is away: what cannot be written waits in
 * memory, in order, and is written when the database is back.
 */
import type { BotEventKind, Network } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { isTransientDbError } from '@platform/service-kit';
import type { Kysely } from 'kysely';

interface EventRow {
  readonly bot_id: string | null;
  readonly event_type: BotEventKind;
  readonly trace_id: string | null;
  readonly metadata: string;
}

const MAX_WAITING = 10_000;
const FLUSH_EVERY_MS = 1_000;

export class EventStore {
  readonly #waiting: EventRow[] = [];
  #flush: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(private readonly db: Kysely<Schema>) {}

  start(): void {
    this.#flush = setInterval(() => void this.#write(), FLUSH_EVERY_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#flush);
    await this.#write();
  }

  waiting(): number {
    return this.#waiting.length;
  }

  async record(
    kind: BotEventKind,
    metadata: object,
    ids: { botId?: string | null; traceId?: string } = {},
  ): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push({
      bot_id: ids.botId ?? null,
      event_type: kind,
      trace_id: ids.traceId ?? null,
      metadata: JSON.stringify(metadata),
    });
    await this.#write();
  }

  async flattenStep(step: {
    network: Network;
    symbol: string;
    step: string;
    traceId: string;
    botId: string | null;
  }): Promise<void> {
    const { network, symbol, traceId, botId } = step;
    const metadata = { network, symbol, step: step.step, trace_id: traceId };
    await this.record('FlattenStepComplete', metadata, { botId, traceId });
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      for (let batch = this.#waiting.slice(0, 100); batch.length > 0; batch = this.#waiting.slice(0, 100)) {
        await this.db.insertInto('trading.bot_events').values(batch).execute();
        this.#waiting.splice(0, batch.length);
      }
    } catch (error) {
      if (!isTransientDbError(error)) throw error;
    }
  }
}
