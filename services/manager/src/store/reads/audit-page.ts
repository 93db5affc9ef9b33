/** What was done to a bot, and by whom. */
import type { AuditRecord } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';

/** Newest first. */
export async function auditPage(
  db: Kysely<Schema>,
  botId: string,
  after: readonly string[] | null,
  limit: number,
): Promise<AuditRecord[]> {
  let query = db
    .selectFrom('ops.audit_log')
    .select(['id', 'actor', 'action', 'before', 'after', 'trace_id', 'created_at'])
    .where('resource_type', '=', 'bot')
    .where('resource_id', '=', botId);
  if (after !== null) {
    query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...row,
    before: row.before as AuditRecord['before'],
    after: row.after as AuditRecord['after'],
    trace_id: row.trace_id ?? '',
    created_at: row.created_at.toISOString(),
  }));
}
