/**
 * ops.deploys. Each change is one transaction that begins with the row of the bot or of the deploy; leases are moved by functions that
 * run as their owner, since the manager has no right on them. What cannot be done now is a value, never an exception.
 */
import { createHash } from 'node:crypto';
import {
  DEPLOY_REPLAY_BARS,
  DEPLOY_SHOWN_BARS,
  type Deploy,
  type DeployBar,
  leaseKey,
  leaseKeyMaterial,
  MANUAL_STRATEGY,
  otherSlot,
  shadowLeaseKey,
} from '@platform/contracts';
import { err, isTimeframe, ok, type Result, timeframeMs } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Act, DeployFault, DeployRecords, DeployRequest, StoredFacts } from '../app/ports';
import type { Follower, PastDeploy } from '../domain/auto-deploy';
import { canAbort, type DeployFacts, IN_FLIGHT } from '../domain/deploy-plan';
import {
  type ComparedBar,
  type Comparison,
  compareBars,
  divergenceDigest,
  showBar,
} from '../domain/shadow-compare';
import { writeAudit } from './audit';

type Row = Selectable<Schema['ops.deploys']>;
type Trx = Transaction<Schema>;

/** Divergences kept for people to look at; the digest is of all. */
const SHOWN_DIVERGENCES = 100;

export class DeployStore implements DeployRecords {
  constructor(private readonly db: Kysely<Schema>) {}

  /** Takes the shadow lease and records the deploy, or changes nothing. */
  async begin(act: Act, deployId: string, request: DeployRequest): Promise<Result<Deploy, DeployFault>> {
    try {
      return await this.db.transaction().execute(async (trx) => {
        const begun = await beginIn(trx, act, deployId, request);
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
  accept(act: Act, request: DeployRequest, digest: string): Promise<Result<Deploy, DeployFault>> {
    return this.db.transaction().execute(async (trx) => {
      const row = await lockInFlight(trx, request.botId);
      if (row === undefined || row.target_image_tag !== request.targetImageTag) {
        const message = `no deploy of ${request.targetImageTag} is under way: there is nothing to accept`;
        return err({ kind: 'conflict', field: 'divergence_digest', message });
      }
      if (!row.is_deliberate || row.divergence_digest !== digest) {
        const message = 'the list of divergences is another one by now: look at it again';
        return err({ kind: 'conflict', field: 'divergence_digest', message });
      }
      const columns = { accepted_digest: digest, accepted_by: act.actor };
      const after = await update(trx, row.id, columns);
      await writeAudit(trx, act, {
        ...{ action: 'accept_divergences', resourceType: 'bot', resourceId: row.bot_id },
        after: { deploy_id: row.id, divergence_digest: digest },
      });
      return ok(toDeploy(after));
    });
  }

  abort(act: Act, botId: string): Promise<Result<Deploy, DeployFault>> {
    return this.db.transaction().execute(async (trx) => {
      const row = await lockInFlight(trx, botId);
      if (row === undefined) return err({ kind: 'refused', message: 'no deploy of this bot is under way' });
      if (!canAbort(row.status)) {
        const message = 'the swap is done: deploy the former release to go back';
        return err({ kind: 'refused', message });
      }
      const after = await end(trx, row.id, 'aborted', null);
      await writeAudit(trx, act, {
        ...{ action: 'abort_deploy', resourceType: 'bot', resourceId: botId },
        after: { deploy_id: row.id, target_image_tag: row.target_image_tag },
      });
      return ok(toDeploy(after));
    });
  }

  async facts(deployId: string): Promise<StoredFacts | undefined> {
    const { rows } = await sql<FactsRow>`${sql.raw(FACTS)} WHERE deploy.id = ${deployId}`.execute(this.db);
    const row = rows[0];
    if (row === undefined) return undefined;
    const { timeframe, strategy } = row;
    return {
      id: deployId,
      status: row.status,
      startedMs: row.started_ms,
      nowMs: row.now_ms,
      fromGeneration: Number(row.from_generation),
      bot: {
        desiredState: row.desired_state,
        isQuarantined: row.quarantined,
        generation: Number(row.generation),
        isEvaluated: strategy !== MANUAL_STRATEGY,
        barMs: isTimeframe(timeframe) ? timeframeMs(timeframe) : 0,
      },
      isHalted: row.halted,
      hasGreenLease: row.green_fence !== null,
      replayBars: row.replay_bars,
      minLiveBars: row.min_live_bars,
      comparison: await this.#compare(row),
      acceptedDigest: row.accepted_digest,
      known: {
        ...{ matches: row.shadow_matches, divergences: row.shadow_divergences, waitingFor: row.waiting_for },
      },
    };
  }

  /** What the last look at the deploy showed. */
  async note(
    deployId: string,
    comparison: Comparison,
    isDeliberate: boolean,
    waitingFor: string | null,
  ): Promise<void> {
    await this.db
      .updateTable('ops.deploys')
      .set({
        shadow_matches: comparison.matches,
        shadow_divergences: comparison.divergences.length,
        live_bars: comparison.liveBars,
        divergences: JSON.stringify(comparison.divergences.slice(0, SHOWN_DIVERGENCES)),
        divergence_digest: divergenceDigest(comparison.divergences),
        is_deliberate: isDeliberate,
        waiting_for: waitingFor,
      })
      .where('id', '=', deployId)
      .where('status', 'in', [...IN_FLIGHT])
      .execute();
  }

  async noteFailedStep(deployId: string): Promise<void> {
    await this.db
      .updateTable('ops.deploys')
      .set({ waiting_for: 'its last step failed and is tried again: the log of the manager says why' })
      .where('id', '=', deployId)
      .where('status', 'in', [...IN_FLIGHT])
      .execute();
  }

  async shadow(deployId: string): Promise<void> {
    await this.db
      .updateTable('ops.deploys')
      .set({ status: 'shadowing' })
      .where('id', '=', deployId)
      .where('status', '=', 'pending')
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

  async complete(deployId: string): Promise<void> {
    await this.db
      .updateTable('ops.deploys')
      .set({ status: 'completed', waiting_for: null, finished_at: sql<Date>`now()` })
      .where('id', '=', deployId)
      .where('status', '=', 'swapping')
      .execute();
  }

  async latest(botId: string): Promise<Deploy | null> {
    return (await this.page(botId, null, 1))[0] ?? null;
  }

  /** Of the latest deploy, newest first. Once it has ended only bars that the new release decided belong to it. */
  async bars(botId: string): Promise<DeployBar[]> {
    const select = this.db.selectFrom('ops.deploys').select(['from_generation', 'finished_at']);
    const newest = select.where('bot_id', '=', botId).orderBy('created_at', 'desc').orderBy('id', 'desc');
    const deploy = await newest.limit(1).executeTakeFirst();
    if (deploy === undefined) return [];
    // Kick-off empties the buffer, so that what is in it is of the latest deploy.
    const fence = sql`(SELECT max(fence) FROM trading.shadow_decisions WHERE bot_id = ${botId})`;
    const order = sql`DESC LIMIT ${DEPLOY_SHOWN_BARS}`;
    const { rows } = await comparedRows(botId, deploy.from_generation, fence, order).execute(this.db);
    const bars = rows.map((row) => showBar(toComparedBar(row)));
    return deploy.finished_at === null ? bars : bars.filter(({ verdict }) => verdict !== 'waiting');
  }

  /** Newest first. */
  async page(botId: string, after: readonly string[] | null, limit: number): Promise<Deploy[]> {
    let select = this.db.selectFrom('ops.deploys').selectAll().where('bot_id', '=', botId);
    if (after !== null) {
      select = select.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
    }
    const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.map(toDeploy);
  }

  /** Why a release must stay, as a sentence; null when nobody needs it. */
  async whoNeeds(tag: string): Promise<string | null> {
    const { rows } = await sql<{ reason: string }>`
      SELECT reason FROM (${sql.raw(NEEDS)}) AS need WHERE tag = ${tag} LIMIT 1`.execute(this.db);
    return rows[0]?.reason ?? null;
  }

  /** What decides who follows a release. */
  async following(tag: string): Promise<{
    readonly bots: readonly Follower[];
    readonly deploys: readonly PastDeploy[];
    readonly isHalted: boolean;
  }> {
    const bots = await sql<Follower>`
      SELECT id AS "botId", image_tag AS "imageTag",
        auto_deploy AND desired_state = 'running' AND status = 'live' AND quarantined_at IS NULL AS "isReady"
      FROM trading.bot_configs WHERE deleted_at IS NULL ORDER BY created_at, id`.execute(this.db);
    const deploys = await sql<PastDeploy>`
      SELECT bot_id AS "botId", target_image_tag AS "targetImageTag", status FROM ops.deploys
      WHERE status < 'completed' OR target_image_tag = ${tag}`.execute(this.db);
    const latch = await sql<{ halted: boolean }>`
      SELECT coalesce(bool_or(halted), true) AS halted FROM risk.risk_state`.execute(this.db);
    return { bots: bots.rows, deploys: deploys.rows, isHalted: latch.rows[0]!.halted };
  }

  async #compare(row: FactsRow): Promise<Comparison> {
    if (row.green_fence === null) return compareBars([]);
    const fence = sql`${row.green_fence}::bigint`;
    const { rows } = await comparedRows(row.bot_id, row.from_generation, fence, sql`ASC`).execute(this.db);
    return compareBars(rows.map(toComparedBar));
  }
}

const UNDER_WAY: DeployFault = {
  ...{ kind: 'conflict', field: 'id', message: 'a deploy of this bot is under way' },
};

class Undone extends Error {
  constructor(readonly fault: DeployFault) {
    super(fault.kind);
  }
}

async function beginIn(
  trx: Trx,
  act: Act,
  deployId: string,
  { botId, targetImageTag, minLiveBars }: DeployRequest,
): Promise<Result<Deploy, DeployFault>> {
  const select = trx.selectFrom('trading.bot_configs').selectAll().where('id', '=', botId);
  const bot = await select.where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
  if (bot === undefined) return err({ kind: 'not_found' });
  if (bot.image_tag === targetImageTag) {
    const message = `the bot runs ${targetImageTag} already`;
    return err({ kind: 'conflict', field: 'target_image_tag', message });
  }
  const refusal =
    bot.quarantined_at !== null ? 'quarantined' : bot.desired_state === 'stopped' ? 'stopped' : null;
  if (refusal !== null) {
    return err({ kind: 'refused', message: `a bot that is ${refusal} has nothing to be compared with` });
  }
  const { rows } = await sql<{ halted: boolean; bars: number }>`SELECT
      coalesce((SELECT bool_or(halted) FROM risk.risk_state), true) AS halted,
      ${chainBars(botId, bot.generation)} AS bars`.execute(trx);
  const { halted, bars } = rows[0]!;
  if (halted) return err({ kind: 'refused', message: 'trading is halted: nothing is deployed meanwhile' });
  const insert = trx.insertInto('ops.deploys').values({
    id: deployId,
    bot_id: botId,
    from_image_tag: bot.image_tag,
    target_image_tag: targetImageTag,
    slot: otherSlot(bot.active_slot),
    from_generation: bot.generation,
    replay_bars: Math.min(bars, DEPLOY_REPLAY_BARS),
    min_live_bars: minLiveBars,
    requested_by: act.actor,
  });
  const row = await insert.returningAll().executeTakeFirstOrThrow();
  const key = shadowKey(bot.symbol, bot.strategy);
  const lease = await sql<{
    taken: boolean;
  }>`SELECT trading.reserve_shadow_lease(${deployId}, ${key}) AS taken`.execute(trx);
  if (!lease.rows[0]!.taken) {
    const message = `the shadow lease of ${bot.symbol} and ${bot.strategy} is held by another instance`;
    return err({ kind: 'not_started', message });
  }
  await writeAudit(trx, act, {
    ...{ action: 'start_deploy', resourceType: 'bot', resourceId: botId },
    before: { image_tag: bot.image_tag },
    after: { deploy_id: deployId, target_image_tag: targetImageTag, min_live_bars: minLiveBars },
  });
  return ok(toDeploy(row));
}

function shadowKey(symbol: string, strategy: string): string {
  const digest = createHash('sha256').update(leaseKeyMaterial(symbol, strategy)).digest();
  return shadowLeaseKey(leaseKey(digest)).toString();
}

function lockInFlight(trx: Trx, botId: string): Promise<Row | undefined> {
  const select = trx.selectFrom('ops.deploys').selectAll().where('bot_id', '=', botId);
  return select
    .where('status', 'in', [...IN_FLIGHT])
    .forUpdate()
    .executeTakeFirst();
}

function lock(trx: Trx, deployId: string): Promise<Row | undefined> {
  return trx.selectFrom('ops.deploys').selectAll().where('id', '=', deployId).forUpdate().executeTakeFirst();
}

function update(trx: Trx, deployId: string, columns: Partial<Row>): Promise<Row> {
  const change = trx.updateTable('ops.deploys').set(columns as object);
  return change.where('id', '=', deployId).returningAll().executeTakeFirstOrThrow();
}

/** Whoever shadows is fenced in the same transaction. */
async function end(
  trx: Trx,
  deployId: string,
  status: 'aborted' | 'failed',
  error: string | null,
): Promise<Row> {
  const change = trx
    .updateTable('ops.deploys')
    .set({ status, error, waiting_for: null, finished_at: sql<Date>`now()` });
  const row = await change.where('id', '=', deployId).returningAll().executeTakeFirstOrThrow();
  await sql`SELECT trading.release_shadow_lease(${deployId})`.execute(trx);
  return row;
}

export function toDeploy(row: Row): Deploy {
  return {
    deploy_id: row.id,
    bot_id: row.bot_id,
    status: row.status,
    from_image_tag: row.from_image_tag,
    target_image_tag: row.target_image_tag,
    slot: row.slot,
    replay_bars: row.replay_bars,
    min_live_bars: row.min_live_bars,
    live_bars: row.live_bars,
    shadow_matches: row.shadow_matches,
    shadow_divergences: row.shadow_divergences,
    is_deliberate: row.is_deliberate,
    divergences: row.divergences as Deploy['divergences'],
    divergence_digest: row.divergence_digest,
    accepted_digest: row.accepted_digest,
    waiting_for: row.waiting_for,
    error: row.error,
    requested_by: row.requested_by,
    started_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

interface FactsRow {
  readonly bot_id: string;
  readonly status: DeployFacts['status'];
  readonly started_ms: number;
  readonly now_ms: number;
  readonly from_generation: string;
  readonly replay_bars: number;
  readonly min_live_bars: number;
  readonly accepted_digest: string | null;
  readonly shadow_matches: number;
  readonly shadow_divergences: number;
  readonly waiting_for: string | null;
  readonly desired_state: DeployFacts['bot']['desiredState'];
  readonly quarantined: boolean;
  readonly generation: string;
  readonly strategy: string;
  readonly timeframe: string;
  readonly halted: boolean;
  readonly green_fence: string | null;
}

// The fence under which the new release shadows; NULL until it has taken over what kick-off set aside, and once it has lost it.
const FACTS = `
  SELECT deploy.bot_id, deploy.status, deploy.from_generation, deploy.replay_bars, deploy.min_live_bars, deploy.accepted_digest,
    deploy.shadow_matches, deploy.shadow_divergences, deploy.waiting_for,
    (extract(epoch FROM deploy.created_at) * 1000)::float8 AS started_ms,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms, config.desired_state,
    config.quarantined_at IS NOT NULL OR config.deleted_at IS NOT NULL AS quarantined, config.generation, config.strategy,
    config.timeframe, coalesce((SELECT bool_or(halted) FROM risk.risk_state), true) AS halted, lease.fence AS green_fence
  FROM ops.deploys deploy JOIN trading.bot_configs config ON config.id = deploy.bot_id
  LEFT JOIN trading.bot_leases lease ON lease.symbol = config.symbol AND lease.strategy = config.strategy AND lease.shadow
    AND lease.bot_id = config.id AND lease.holder_id <> deploy.id AND lease.released_at IS NULL
    AND lease.expires_at > clock_timestamp()`;

/** Bars of the chain that the bot stands on: every row since the newest one that continues no other. */
const chainBars = (botId: string, generation: string) => sql<number>`(
  SELECT count(*)::int FROM trading.bar_decisions WHERE bot_id = ${botId} AND generation = ${generation}
    AND bar_open_time >= (SELECT max(bar_open_time) FROM (
      SELECT bar_open_time, previous_digest, lag(digest) OVER (ORDER BY bar_open_time) AS before
      FROM trading.bar_decisions WHERE bot_id = ${botId} AND generation = ${generation}) AS link
    WHERE before IS DISTINCT FROM previous_digest))`;

// A tag is needed by the bots and services that run it, by deploys under way and, as the way back, by the last completed deploy of each.
const NEEDS = `
  SELECT image_tag AS tag, 'bot ' || bot_name || ' runs it' AS reason FROM trading.bot_configs WHERE deleted_at IS NULL
  UNION ALL
  SELECT target_image_tag, 'a deploy of it is under way' FROM ops.deploys WHERE status < 'completed'
  UNION ALL
  SELECT from_image_tag, 'it is the way back of bot ' || bot_name FROM (
    SELECT DISTINCT ON (deploy.bot_id) deploy.from_image_tag, config.bot_name FROM ops.deploys deploy
    JOIN trading.bot_configs config ON config.id = deploy.bot_id AND config.deleted_at IS NULL
    WHERE deploy.status = 'completed' ORDER BY deploy.bot_id, deploy.created_at DESC) AS last
  UNION ALL
  SELECT unnest(ARRAY[target_image_tag, from_image_tag]), 'a deploy of the ' || service || ' service is under way'
  FROM ops.service_deploys WHERE status < 'completed'
  UNION ALL
  SELECT unnest(ARRAY[target_image_tag, from_image_tag]),
    unnest(ARRAY['the ' || service || ' service runs it', 'it is the way back of the ' || service || ' service']) FROM (
    SELECT DISTINCT ON (service) service, target_image_tag, from_image_tag FROM ops.service_deploys
    WHERE status = 'completed' ORDER BY service, created_at DESC) AS last`;

interface ComparedRow {
  readonly open_time: number;
  readonly bar_digest: string;
  readonly signal: ComparedBar['signal'];
  readonly green_digest: string | null;
  readonly green_signal: ComparedBar['signal'];
  readonly replayed: boolean | null;
}

/** The ledger of a generation since the first bar that was shadowed under a fence, with what was decided there. */
const comparedRows = (
  botId: string,
  generation: string,
  fence: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) =>
  sql<ComparedRow>`
    SELECT ledger.bar_open_time::float8 AS open_time, encode(ledger.bar_digest, 'hex') AS bar_digest, ledger.signal,
      encode(shadow.bar_digest, 'hex') AS green_digest, shadow.signal AS green_signal, shadow.replayed
    FROM trading.bar_decisions ledger LEFT JOIN trading.shadow_decisions shadow ON shadow.bot_id = ledger.bot_id
      AND shadow.fence = ${fence} AND shadow.bar_open_time = ledger.bar_open_time
    WHERE ledger.bot_id = ${botId} AND ledger.generation = ${generation}
      AND ledger.bar_open_time >= (SELECT min(bar_open_time) FROM trading.shadow_decisions
        WHERE bot_id = ${botId} AND fence = ${fence})
    ORDER BY ledger.bar_open_time ${order}`;

function toComparedBar(row: ComparedRow): ComparedBar {
  return {
    ...{ openTimeMs: row.open_time, barDigest: row.bar_digest, signal: row.signal },
    green:
      row.green_digest === null
        ? null
        : { barDigest: row.green_digest, signal: row.green_signal, isReplayed: row.replayed === true },
  };
}
