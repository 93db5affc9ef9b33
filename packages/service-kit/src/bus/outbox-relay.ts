/**
 * Publishes what a service left in the outbox together with its rows, oldest first. At least once: a row is
 * marked only after the bus has stored it, and the message id, which follows from the row, makes a second
 * publication harmless.
 */
import { ipcPublishFailedCode, type ServiceName } from '@platform/contracts';
import { sql } from 'kysely';
import type { Database } from '../db/database';
import type { Task } from '../lifecycle/task';
import type { Tasks } from '../lifecycle/tasks';
import type { ErrorLog } from '../log/error-log';
import type { Bus } from './bus';

const POLL_MS = 1_000;
const BATCH = 200;

export interface OutboxRow {
  readonly event_id: string;
  readonly payload: unknown;
}

/** What a service has left to be published. */
export interface Outbox {
  /** The oldest ones. */
  waiting(limit: number): Promise<readonly (OutboxRow & { readonly id: string; readonly subject: string })[]>;
  markPublished(ids: readonly string[]): Promise<void>;
}

/** That of the role which asks. */
export function databaseOutbox({ kysely }: Pick<Database, 'kysely'>): Outbox {
  return {
    waiting: (limit) =>
      kysely
        .selectFrom('ops.outbox')
        .select(['id', 'event_id', 'subject', 'payload'])
        .where('producer', '=', sql<string>`current_user`)
        .where('published_at', 'is', null)
        .orderBy('id')
        .limit(limit)
        .execute(),
    markPublished: async (ids) => {
      await kysely
        .updateTable('ops.outbox')
        .set({ published_at: sql`now()` })
        .where('id', 'in', ids)
        .execute();
    },
  };
}

export interface OutboxRelayOptions {
  readonly service: ServiceName;
  readonly outbox: Outbox;
  readonly bus: Pick<Bus, 'isReady' | 'publish'>;
  readonly errors: Pick<ErrorLog, 'report'>;
  readonly tasks: Tasks;
  readonly messageId: (row: OutboxRow) => string;
}

export class OutboxRelay {
  private readonly task: Task;

  constructor(private readonly options: OutboxRelayOptions) {
    this.task = options.tasks.open({
      name: 'outbox relay',
      everyMs: POLL_MS,
      run: async (signal) => {
        // A fault leaves the rows where they are.
        while (!signal.aborted && (await this.relayBatch()) === BATCH);
      },
    });
  }

  start(): void {
    this.task.start();
  }

  wake(): void {
    this.task.wake();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  /** How many were published. */
  private async relayBatch(): Promise<number> {
    const { service, outbox, bus, errors, messageId } = this.options;
    if (!bus.isReady()) return 0;
    const rows = await outbox.waiting(BATCH);
    const published: string[] = [];
    for (const row of rows) {
      const result = await bus.publish(row.subject, row.payload, messageId(row));
      if (!result.ok) {
        errors.report(ipcPublishFailedCode(service), { subject: row.subject, reason: result.error.kind });
        break;
      }
      published.push(row.id);
    }
    if (published.length === 0) return 0;
    await outbox.markPublished(published);
    return published.length;
  }
}
