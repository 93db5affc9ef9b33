/**
 * ops.deploys. Each change is one transaction that begins with the row of the bot or of the deploy; leases
 * are moved by functions that run as their owner, since the manager has no right on them. What cannot be done
 * now is a value, never an exception.
 */
import { DEPLOY_SHOWN_DIVERGENCES, type Deploy } from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeployFault, DeployRecords, DeployRequest, OperatorAction, StoredFacts } from '../app/ports';
import { type ProblemOf, problemAskedBefore } from '../domain/bot-settings';
import { canAbort, IN_FLIGHT, STEP_FAILED } from '../domain/deploy-plan';
import { type Comparison, divergenceDigest } from '../domain/shadow-compare';
import { writeAudit } from './audit';
import { type LastComparisons, readDeployFacts, readFollowing } from './deploy-facts';
import { kickOff } from './deploy-kick-off';
import { type DeployRow, toDeploy } from './deploy-row';

type Trx = Transaction<Schema>;

export class DeployStore implements DeployRecords {
  private readonly compared: LastComparisons = new Map();

  constructor(private readonly db: Kysely<Schema>) {}

  /** Takes the shadow lease and records the deploy, or changes nothing. */
  async begin(
    operatorAction: OperatorAction,
    deployId: string,
    request: DeployRequest,
    problemOf: ProblemOf = problemAskedBefore(),
  ): Promise<Result<Deploy, DeployFault>> {
    try {
      return await this.db.transaction().execute(async (trx) => {
        const begun = await kickOff(trx, operatorAction, deployId, request, problemOf);
        if (!begun.ok) throw new Undone(begun.error);
        return begun;
      });
    } catch (error) {
      if (error instanceof Undone) return err(error.fault);
      if ((error as { constraint?: string }).constraint === 'deploys_one_in_flight') return err(UNDER_WAY);
      throw error;
    }
  }

  /** Goes on with a deploy whose divergences are wanted. The digest must be that of the list as it is now. */
  accept(
    operatorAction: OperatorAction,
    request: DeployRequest,
    digest: string,
  ): Promise<Result<Deploy, DeployFault>> {
    return this.db.transaction().execute(async (trx) => {
      const row = await lockInFlight(trx, request.botId);
      if (row === undefined || row.target_image_tag !== request.targetImageTag) {
        const message = `no deploy of ${request.targetImageTag} is under way: there is nothing to accept`;
        return err({ kind: 'conflict', field: 'divergence_digest', message });
      }
      if (!canAbort(row.status)) {
        return err({ kind: 'refused', message: 'the swap is done: there is nothing to accept any more' });
      }
      if (!row.is_deliberate || row.divergence_digest !== digest) {
        const message = 'the list of divergences is another one by now: look at it again';
        return err({ kind: 'conflict', field: 'divergence_digest', message });
      }
      const columns = { accepted_digest: digest, accepted_by: operatorAction.actor };
      const after = await update(trx, row.id, columns);
      await writeAudit(trx, operatorAction, {
        action: 'accept_divergences',
        resourceType: 'bot',
        resourceId: row.bot_id,
        after: { deploy_id: row.id, divergence_digest: digest },
      });
      return ok(toDeploy(after));
    });
  }

  abort(operatorAction: OperatorAction, botId: string): Promise<Result<Deploy, DeployFault>> {
    return this.db.transaction().execute(async (trx) => {
      const row = await lockInFlight(trx, botId);
      if (row === undefined) return err({ kind: 'refused', message: 'no deploy of this bot is under way' });
      if (!canAbort(row.status)) {
        const message = 'the swap is done: deploy the former release to go back';
        return err({ kind: 'refused', message });
      }
      const after = await end(trx, row.id, 'aborted', null);
      await writeAudit(trx, operatorAction, {
        action: 'abort_deploy',
        resourceType: 'bot',
        resourceId: botId,
        after: { deploy_id: row.id, target_image_tag: row.target_image_tag },
      });
      return ok(toDeploy(after));
    });
  }

  facts(deployId: string): Promise<StoredFacts | undefined> {
    return readDeployFacts(this.db, deployId, this.compared);
  }

  /** What the last look at the deploy showed. */
  async note(
    deployId: string,
    comparison: Comparison | null,
    isDeliberate: boolean,
    waitingFor: string | null,
  ): Promise<void> {
    await this.db
      .updateTable('ops.deploys')
      .set({
        ...(comparison !== null && {
          shadow_matches: comparison.matches,
          shadow_divergences: comparison.divergences.length,
          live_bars: comparison.liveBars,
          divergences: JSON.stringify(comparison.divergences.slice(0, DEPLOY_SHOWN_DIVERGENCES.latest)),
          divergence_digest: divergenceDigest(comparison.divergences),
        }),
        is_deliberate: isDeliberate,
        waiting_for: waitingFor,
      })
      .where('id', '=', deployId)
      .where('status', 'in', [...IN_FLIGHT])
      .execute();
  }

  async noteFailedStep(deployId: string, message: string): Promise<void> {
    await this.db
      .updateTable('ops.deploys')
      .set({ waiting_for: `${STEP_FAILED}${message}` })
      .where('id', '=', deployId)
      .where('status', 'in', [...IN_FLIGHT])
      .execute();
  }

  async advance(deployId: string, status: 'shadowing' | 'completed'): Promise<void> {
    const isEnd = status === 'completed';
    await this.db
      .updateTable('ops.deploys')
      .set({ status, ...(isEnd && { waiting_for: null, finished_at: sql<Date>`now()` }) })
      .where('id', '=', deployId)
      .where('status', '=', isEnd ? 'swapping' : 'pending')
      .execute();
  }

  /** Why it could not be done now; null when it is done. */
  async swap(deployId: string, comparedToMs: number | null): Promise<string | null> {
    return this.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ refusal: string | null }>`
        SELECT trading.swap_bot(${deployId}, ${comparedToMs}) AS refusal`.execute(trx);
      const refusal = rows[0]!.refusal;
      if (refusal !== null) return refusal;
      await sql`WITH swapped AS (SELECT * FROM ops.deploys WHERE id = ${deployId}),
        event AS (INSERT INTO trading.bot_events (bot_id, event_type, metadata)
          SELECT bot_id, 'deploy_swapped', jsonb_build_object('deploy_id', id, 'image_tag', target_image_tag) FROM swapped)
        INSERT INTO ops.audit_log (actor, action, resource_type, resource_id, before, after)
        SELECT requested_by, 'deploy', 'bot', bot_id::text, jsonb_build_object('image_tag', from_image_tag),
          jsonb_build_object('image_tag', target_image_tag, 'deploy_id', id) FROM swapped`.execute(trx);
      return null;
    });
  }

  /** False when it had ended meanwhile. */
  async fail(deployId: string, reason: string): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const row = await lock(trx, deployId);
      if (row === undefined || !canAbort(row.status)) return false;
      await end(trx, deployId, 'failed', reason);
      return true;
    });
  }

  following(tag: string): ReturnType<DeployRecords['following']> {
    return readFollowing(this.db, tag);
  }
}

const UNDER_WAY: DeployFault = {
  kind: 'conflict',
  field: 'id',
  message: 'a deploy of this bot is under way',
};

class Undone extends Error {
  constructor(readonly fault: DeployFault) {
    super(fault.kind);
  }
}

function lockInFlight(trx: Trx, botId: string): Promise<DeployRow | undefined> {
  const select = trx.selectFrom('ops.deploys').selectAll().where('bot_id', '=', botId);
  return select
    .where('status', 'in', [...IN_FLIGHT])
    .forUpdate()
    .executeTakeFirst();
}

function lock(trx: Trx, deployId: string): Promise<DeployRow | undefined> {
  return trx.selectFrom('ops.deploys').selectAll().where('id', '=', deployId).forUpdate().executeTakeFirst();
}

function update(trx: Trx, deployId: string, columns: Partial<DeployRow>): Promise<DeployRow> {
  const change = trx.updateTable('ops.deploys').set(columns as object);
  return change.where('id', '=', deployId).returningAll().executeTakeFirstOrThrow();
}

/** The shadow is fenced in the same transaction. */
async function end(
  trx: Trx,
  deployId: string,
  status: 'aborted' | 'failed',
  error: string | null,
): Promise<DeployRow> {
  const change = trx
    .updateTable('ops.deploys')
    .set({ status, error, waiting_for: null, finished_at: sql<Date>`now()` });
  const row = await change.where('id', '=', deployId).returningAll().executeTakeFirstOrThrow();
  await sql`SELECT trading.release_shadow_lease(${deployId})`.execute(trx);
  return row;
}
