/**
 * How a deploy begins, within one transaction: the row of the bot, the record of the deploy and its shadow
 * lease.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  DEPLOY_REPLAY_BARS,
  type Deploy,
  leaseKey,
  leaseKeyMaterial,
  otherSlot,
  shadowLeaseKey,
} from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';
import type { Database as Schema } from '@platform/db';
import { sql, type Transaction } from 'kysely';
import type { DeployFault, DeployRequest, OperatorAction } from '../app/ports';
import { FOLLOWING_ACTOR, nextToFollow } from '../domain/auto-deploy';
import { applySettings, type ProblemOf } from '../domain/bot-settings';
import { IN_FLIGHT } from '../domain/deploy-plan';
import { writeAudit } from './audit';
import { settingsOf, toBotConfig } from './bot-configs';
import { readFollowing } from './deploy-facts';
import { toDeploy } from './deploy-row';

/** What it has written by the time it refuses is to be rolled back. */
export async function kickOff(
  trx: Transaction<Schema>,
  operatorAction: OperatorAction,
  deployId: string,
  { botId, targetImageTag, params: asked, minLiveBars }: DeployRequest,
  problemOf: ProblemOf,
): Promise<Result<Deploy, DeployFault>> {
  // One at a time: what a follower is checked against cannot change until its deploy is on record.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('manager.deploys', 0))`.execute(trx);
  if (operatorAction.actor === FOLLOWING_ACTOR && !(await isNextToFollow(trx, botId, targetImageTag))) {
    return err({ kind: 'refused', message: 'it is not the turn of this bot to follow any more' });
  }
  const select = trx.selectFrom('trading.bot_configs').selectAll().where('id', '=', botId);
  const bot = await select.where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
  if (bot === undefined) return err({ kind: 'not_found' });
  if (operatorAction.actor !== FOLLOWING_ACTOR && (await isFollowedOn(trx, bot.symbol))) {
    const message = `a bot of ${bot.symbol} follows a release: its deploy is under way`;
    return err({ kind: 'conflict', field: 'id', message });
  }
  const change =
    asked === undefined || isDeepStrictEqual(asked, bot.params)
      ? null
      : { params: asked, from_params: bot.params };
  if (bot.image_tag === targetImageTag && change === null) {
    const message = `the bot runs ${targetImageTag} already${asked === undefined ? '' : ', with these parameters'}`;
    return err({ kind: 'conflict', field: 'target_image_tag', message });
  }
  const settings =
    change === null
      ? ok(null)
      : applySettings(settingsOf(toBotConfig(bot)), { params: change.params }, problemOf);
  if (!settings.ok) return err({ kind: 'invalid', fault: settings.error });
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
    ...(change !== null && {
      params: JSON.stringify(change.params),
      from_params: JSON.stringify(change.from_params),
    }),
    slot: otherSlot(bot.active_slot),
    from_generation: bot.generation,
    replay_bars: Math.min(bars, DEPLOY_REPLAY_BARS),
    min_live_bars: minLiveBars,
    requested_by: operatorAction.actor,
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
  await writeAudit(trx, operatorAction, {
    action: 'start_deploy',
    resourceType: 'bot',
    resourceId: botId,
    before: { image_tag: bot.image_tag, ...(change !== null && { params: change.from_params }) },
    after: {
      deploy_id: deployId,
      target_image_tag: targetImageTag,
      min_live_bars: minLiveBars,
      ...(change !== null && { params: change.params }),
    },
  });
  return ok(toDeploy(row));
}

async function isNextToFollow(trx: Transaction<Schema>, botId: string, tag: string): Promise<boolean> {
  const { bots, deploys, isHalted } = await readFollowing(trx, tag);
  return nextToFollow(tag, bots, deploys, isHalted) === botId;
}

/** A deploy that the manager began by itself is under way of a bot of the symbol. */
async function isFollowedOn(trx: Transaction<Schema>, symbol: string): Promise<boolean> {
  const deploys = trx
    .selectFrom('ops.deploys as deploy')
    .innerJoin('trading.bot_configs as config', 'config.id', 'deploy.bot_id')
    .select('deploy.id')
    .where('config.symbol', '=', symbol);
  const row = await deploys
    .where('deploy.requested_by', '=', FOLLOWING_ACTOR)
    .where('deploy.status', 'in', [...IN_FLIGHT])
    .executeTakeFirst();
  return row !== undefined;
}

function shadowKey(symbol: string, strategy: string): string {
  const digest = createHash('sha256').update(leaseKeyMaterial(symbol, strategy)).digest();
  return shadowLeaseKey(leaseKey(digest)).toString();
}

/** Bars of the chain that the bot stands on: every row since the newest one that continues no other. */
const chainBars = (botId: string, generation: string) => sql<number>`(
  SELECT count(*)::int FROM trading.bar_decisions WHERE bot_id = ${botId} AND generation = ${generation}
    AND bar_open_time >= (SELECT max(bar_open_time) FROM (
      SELECT bar_open_time, previous_digest, lag(digest) OVER (ORDER BY bar_open_time) AS before
      FROM trading.bar_decisions WHERE bot_id = ${botId} AND generation = ${generation}) AS link
    WHERE before IS DISTINCT FROM previous_digest))`;
