/** ops.push_subscriptions. A change of one that was removed meanwhile changes nothing. */
import { createHash } from 'node:crypto';
import type { PushSubscribeRequest } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { OperatorAction, PushRecords, PushSubscription } from '../app/ports';
import type { Notified } from '../domain/push-plan';
import { writeAudit } from './audit';

type Row = Selectable<Schema['ops.push_subscriptions']>;

/** More browsers than a desk has; each costs a request per alert. */
const MOST_SUBSCRIPTIONS = 50;

export class PushStore implements PushRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Its id; null where there are too many already. */
  add(
    operatorAction: OperatorAction,
    { endpoint, p256dh, auth }: PushSubscribeRequest,
  ): Promise<string | null> {
    const id = createHash('sha256').update(endpoint).digest('hex');
    return this.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE ops.push_subscriptions IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
      const others = await trx
        .selectFrom('ops.push_subscriptions')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('id', '<>', id)
        .executeTakeFirstOrThrow();
      if (Number(others.count) >= MOST_SUBSCRIPTIONS) return null;
      const keys = { p256dh, auth, owner: operatorAction.actor };
      await trx
        .insertInto('ops.push_subscriptions')
        .values({ id, endpoint, ...keys })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ ...keys, failures: 0, retry_at: null, failure: null }),
        )
        .execute();
      await writeAudit(trx, operatorAction, {
        action: 'push_subscribed',
        resourceType: 'alert',
        resourceId: id,
        after: { service: new URL(endpoint).host },
      });
      return id;
    });
  }

  /** False where it does not exist. */
  withdraw(operatorAction: OperatorAction, id: string): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('ops.push_subscriptions')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await writeAudit(trx, operatorAction, {
        action: 'push_unsubscribed',
        resourceType: 'alert',
        resourceId: id,
      });
      return true;
    });
  }

  /** Oldest first. */
  rows(): Promise<Row[]> {
    return this.db
      .selectFrom('ops.push_subscriptions')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  async all(): Promise<PushSubscription[]> {
    return (await this.rows()).map(({ retry_at: retryAt, told: notified, ...row }) => ({
      ...row,
      notified: notified as Notified,
      retryMs: retryAt?.getTime() ?? null,
    }));
  }

  async remember(id: string, notified: Notified): Promise<void> {
    await this.change(id, { told: JSON.stringify(notified) });
  }

  async taken(id: string, notified: Notified): Promise<void> {
    const cleared = { failures: 0, retry_at: null, failure: null };
    await this.change(id, { told: JSON.stringify(notified), ...cleared, taken_at: sql`now()` });
  }

  async failed(id: string, failures: number, retryMs: number, reason: string): Promise<void> {
    await this.change(id, { failures, retry_at: new Date(retryMs), failure: reason.slice(0, 200) });
  }

  async remove(id: string): Promise<void> {
    await this.db.deleteFrom('ops.push_subscriptions').where('id', '=', id).execute();
  }

  private async change(id: string, columns: object): Promise<void> {
    await this.db.updateTable('ops.push_subscriptions').set(columns).where('id', '=', id).execute();
  }
}
