/**
 * The outbox as the live feed reads it. Ids are given out before their transactions commit, so a row may
 * appear behind one that was read already: a reader that goes on from an offset looks back a little, and
 * identifies rows by their event id.
 */
import { ConsumerCursor } from '@platform/service-kit';
import type pg from 'pg';

/** Longer than any transaction that writes to the outbox may last. */
const LATEST_COMMIT_SECS = 15;
const LOOK_BACK_ROWS = 500;
/**
 * More than are looked back at, so that every page gets on; fewer than the live feed's log holds, so that
 * clients who keep up stay.
 */
const PAGE_ROWS = 750;

export interface OutboxEvent {
  readonly id: string;
  readonly event_id: string;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export class OutboxReader {
  private readonly cursor: ConsumerCursor;

  constructor(private readonly pool: pg.Pool) {
    this.cursor = new ConsumerCursor({
      pool,
      consumer: 'manager-live',
      source: 'ops.outbox',
      begin: 'newest',
    });
  }

  /** The committed offset; a manager that never ran before begins at the end. */
  begin(): Promise<string> {
    return this.cursor.position();
  }

  commit(offset: string): Promise<void> {
    return this.cursor.advance(offset);
  }

  /** Everything after the offset in the order of ids, page by page; the first one also looks back. */
  async *pages(offset: string): AsyncGenerator<readonly OutboxEvent[]> {
    let rows = await this.page(offset, LOOK_BACK_ROWS);
    yield rows;
    while (rows.length === PAGE_ROWS) {
      rows = await this.page(rows.at(-1)!.id, 0);
      yield rows;
    }
  }

  private async page(offset: string, lookBackRows: number): Promise<readonly OutboxEvent[]> {
    const { rows } = await this.pool.query<OutboxEvent>(
      `SELECT id::text, event_id, subject, payload FROM ops.outbox AS event
       WHERE event.id > $1 OR (event.id > $1 - $2 AND created_at > (SELECT max(created_at) FROM ops.outbox
         WHERE id > $1 - $2 AND id <= $1) - make_interval(secs => ${LATEST_COMMIT_SECS}))
       ORDER BY event.id LIMIT ${PAGE_ROWS}`,
      [offset, lookBackRows],
    );
    return rows;
  }
}
