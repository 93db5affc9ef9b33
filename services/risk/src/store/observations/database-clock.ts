/**
 * The database's time as a value. Bars are bounded by it as a parameter: with now() inside the query, every
 * month's partition would be planned at every read, and planning would cost more than reading.
 */
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';

export async function databaseNowMs(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ now_ms: number }>`
    SELECT (extract(epoch FROM now()) * 1000)::double precision AS now_ms`.execute(db);
  return Math.floor(rows[0]!.now_ms);
}
