/** ops.service_deploys. A change counts only from the status that it was planned in. */
import type { DeployableService, ServiceDeploy } from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { type Kysely, type Selectable, sql } from 'kysely';
import type {
  OperatorAction,
  ServiceDeployRecords,
  ServiceDeployRequest,
  StoredServiceDeploy,
} from '../app/ports';
import { writeAudit } from './audit';

type Row = Selectable<Schema['ops.service_deploys']>;

export class ServiceDeployStore implements ServiceDeployRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Refused with a sentence while another deploy of the service is under way. */
  async begin(
    operatorAction: OperatorAction,
    deployId: string,
    { service, fromImageTag, targetImageTag }: ServiceDeployRequest,
  ): Promise<Result<ServiceDeploy, string>> {
    return this.db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('ops.service_deploys')
        .values({
          id: deployId,
          service,
          requested_by: operatorAction.actor,
          from_image_tag: fromImageTag,
          target_image_tag: targetImageTag,
        })
        .onConflict((conflict) => conflict.column('service').where('status', '<', 'completed').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return err(`a deploy of ${service} is under way`);
      await writeAudit(trx, operatorAction, {
        action: 'start_deploy',
        resourceType: 'service',
        resourceId: service,
        before: { image_tag: fromImageTag },
        after: { deploy_id: deployId, target_image_tag: targetImageTag },
      });
      return ok(toServiceDeploy(row));
    });
  }

  /** Undefined where it does not exist; refused with a sentence once the process is being replaced. */
  async abort(
    operatorAction: OperatorAction,
    deployId: string,
  ): Promise<Result<ServiceDeploy, string> | undefined> {
    return this.db.transaction().execute(async (trx) => {
      const select = trx.selectFrom('ops.service_deploys').selectAll().where('id', '=', deployId);
      const row = await select.forUpdate().executeTakeFirst();
      if (row === undefined) return undefined;
      if (row.status === 'swapping') {
        return err(
          'the process is being replaced: where the new release does not get ready, the former comes back',
        );
      }
      if (row.status !== 'pending') return err(`the deploy is ${row.status}`);
      const after = await trx
        .updateTable('ops.service_deploys')
        .set({ status: 'aborted', waiting_for: null, finished_at: sql<Date>`now()` })
        .where('id', '=', deployId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await writeAudit(trx, operatorAction, {
        action: 'abort_deploy',
        resourceType: 'service',
        resourceId: row.service,
        after: { deploy_id: deployId, target_image_tag: row.target_image_tag },
      });
      return ok(toServiceDeploy(after));
    });
  }

  async find(deployId: string): Promise<ServiceDeploy | undefined> {
    const select = this.db.selectFrom('ops.service_deploys').selectAll().where('id', '=', deployId);
    const row = await select.executeTakeFirst();
    return row && toServiceDeploy(row);
  }

  /** Newest first. */
  async page(after: readonly string[] | null, limit: number): Promise<ServiceDeploy[]> {
    let select = this.db.selectFrom('ops.service_deploys').selectAll();
    if (after !== null) {
      select = select.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
    }
    const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(toServiceDeploy);
  }

  async inFlight(): Promise<readonly StoredServiceDeploy[]> {
    const { rows } = await sql<StoredServiceDeploy>`
      SELECT id, service, status, target_image_tag AS "targetImageTag", waiting_for AS "waitingFor",
        (extract(epoch FROM coalesce(swapping_at, created_at)) * 1000)::float8 AS "statusSinceMs",
        (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
        CASE service WHEN 'executor' THEN (SELECT count(*) FROM trading.orders WHERE status IN ('submitting', 'unknown'))
          ELSE 0 END::int AS "unknownOrders"
      FROM ops.service_deploys WHERE status < 'completed' ORDER BY created_at, id`.execute(this.db);
    return rows;
  }

  async isAnotherSwapping(deployId: string): Promise<boolean> {
    const select = this.db.selectFrom('ops.service_deploys').select('id').where('id', '<>', deployId);
    return (await select.where('status', '=', 'swapping').executeTakeFirst()) !== undefined;
  }

  async note(deployId: string, waitingFor: string): Promise<void> {
    await this.db
      .updateTable('ops.service_deploys')
      .set({ waiting_for: waitingFor })
      .where('id', '=', deployId)
      .where('status', 'in', ['pending', 'swapping'])
      .execute();
  }

  async swapping(deployId: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('ops.service_deploys')
      .set({ status: 'swapping', waiting_for: null, swapping_at: sql<Date>`now()` })
      .where('id', '=', deployId)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async end(deployId: string, status: 'completed' | 'failed', error: string | null): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('ops.service_deploys')
      .set({ status, error, waiting_for: null, finished_at: sql<Date>`now()` })
      .where('id', '=', deployId)
      .where('status', 'in', status === 'completed' ? ['swapping'] : ['pending', 'swapping'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

function toServiceDeploy(row: Row): ServiceDeploy {
  return {
    deploy_id: row.id,
    service: row.service as DeployableService,
    status: row.status,
    from_image_tag: row.from_image_tag,
    target_image_tag: row.target_image_tag,
    waiting_for: row.waiting_for,
    error: row.error,
    requested_by: row.requested_by,
    started_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
