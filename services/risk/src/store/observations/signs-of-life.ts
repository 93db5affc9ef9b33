/**
 * Signs of life that are not read elsewhere: whether any bot ever spoke, and the streams of the data service.
 */
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';

export interface SignsOfLife {
  readonly hasAnyBotSpoken: boolean;
  readonly streams: readonly { readonly source: string; readonly marker: string }[];
}

/**
 * Sources that report at least every minute are streams of the exchange; slower ones cannot be judged in
 * seconds.
 */
const SLOWEST_STREAM_MS = 60_000;

export async function readSignsOfLife(db: Kysely<Schema>): Promise<SignsOfLife> {
  const [{ rows }, sources] = await Promise.all([
    sql<{ spoken: boolean }>`
      SELECT EXISTS (SELECT FROM trading.bot_events WHERE emitted_by = 'platform_bot') AS spoken`.execute(db),
    db
      .selectFrom('market.source_state')
      .select(['source', sql<string>`concat(last_success_at, '')`.as('marker')])
      .where('cadence_ms', '<=', String(SLOWEST_STREAM_MS))
      .where('last_success_at', 'is not', null)
      .execute(),
  ]);
  return { hasAnyBotSpoken: rows[0]!.spoken, streams: sources };
}
