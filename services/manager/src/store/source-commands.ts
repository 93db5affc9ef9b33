import type { Database as Schema } from '@platform/db';
import type { Kysely } from 'kysely';
import type { OperatorAction } from '../app/ports';
import { writeAudit } from './audit';

/** The command and its audit row commit together; the data service carries it out. */
export async function requestUnquarantine(
  db: Kysely<Schema>,
  operatorAction: OperatorAction,
  source: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('ops.source_commands')
      .values({ kind: 'unquarantine', source, issued_by: operatorAction.actor })
      .execute();
    await writeAudit(trx, operatorAction, {
      action: 'unquarantine_source',
      resourceType: 'data',
      resourceId: source,
    });
  });
}
