/**
 * The outbox as the live feed reads it. Ids are given out before their transactions commit, so a row may appear behind one that was
 * read already: whoever reads on from an offset looks back a little, and tells rows apart by their event id.
 */
import type pg from 'pg';

const CONSUMER = ['manager-live', 'ops.outbox'] as const;
/** Longer than any transaction that writes to the outbox may last. */
const LATEST_COMMIT_SECS = 15;
const LOOK_BACK_ROWS = 500;
/** Whoever missed more than this gets the newest. */
const MAX_ROWS = 2_000;

export interface OutboxEvent {
  readonly id: string;
  readonly event_id: string;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export class OutboxReader {
  constructor(private readonly pool: pg.Pool) {}

  /** The committed offset; a manager that never ran before begins at the end. */
  async begin(): Promise<string> {
    await this.pool.query(
      `INSERT INTO ops.consumer_cursors (consumer, source, position)
       SELECT $1, $2, coalesce(max(id), 0) FROM ops.outbox ON CONFLICT DO NOTHING`,
      [...CONSUMER],
    );
    const { rows } = await this.pool.query<{ position: string }>(
      'SELECT position::text FROM ops.consumer_cursors WHERE consumer = $1 AND source = $2',
      [...CONSUMER],
    );
    return rows[0]!.position;
  }

  async commit(offset: string): Promise<void> {
    await this.pool.query(
      'UPDATE ops.consumer_cursors SET position = $3 WHERE consumer = $1 AND source = $2 AND position < $3',
      [...CONSUMER, offset],
    );
  }

  /** In the order of ids. */
  async after(offset: string): Promise<OutboxEvent[]> {
    const { rows } = await this.pool.query<OutboxEvent>(
      `SELECT id::text, event_id, subject, payload FROM ops.outbox AS event
       WHERE event.id > $1 OR (event.id > $1 - ${LOOK_BACK_ROWS} AND created_at > (SELECT max(created_at) FROM ops.outbox
         WHERE id > $1 - ${LOOK_BACK_ROWS} AND id <= $1) - make_interval(secs => ${LATEST_COMMIT_SECS}))
       ORDER BY event.id DESC LIMIT ${MAX_ROWS}`,
      [offset],
    );
    return rows.reverse();
  }
}
