/** The manager's audit log: who did what to which resource, as it was before and as it was after. Append-only. */
import type { AuditRecord } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql, type Transaction } from 'kysely';

export interface Act {
  readonly actor: string;
  readonly traceId: string;
}

export interface AuditEntry {
  readonly action: string;
  readonly resourceType: 'bot' | 'risk' | 'run' | 'data' | 'position' | 'alert';
  readonly resourceId: string;
  readonly before?: object;
  readonly after?: object;
  readonly reason?: string;
}

export async function writeAudit(
  db: Kysely<Schema> | Transaction<Schema>,
  act: Act,
  entry: AuditEntry,
): Promise<void> {
  await db
    .insertInto('ops.audit_log')
    .values({
      actor: act.actor,
      action: entry.action,
      resource_type: entry.resourceType,
      resource_id: entry.resourceId,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      reason: entry.reason ?? null,
      trace_id: act.traceId,
    })
    .execute();
}

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
