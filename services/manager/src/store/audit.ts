/**
 * The manager's audit log: who did what to which resource, as it was before and as it was after. Append-only.
 */
import type { Database as Schema } from '@platform/db';
import type { Kysely, Transaction } from 'kysely';
import type { AuditEntry, OperatorAction } from '../app/ports';

export async function writeAudit(
  db: Kysely<Schema> | Transaction<Schema>,
  operatorAction: OperatorAction,
  entry: AuditEntry,
): Promise<void> {
  await db
    .insertInto('ops.audit_log')
    .values({
      actor: operatorAction.actor,
      action: entry.action,
      resource_type: entry.resourceType,
      resource_id: entry.resourceId,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      reason: entry.reason ?? null,
      trace_id: operatorAction.traceId,
    })
    .execute();
}
