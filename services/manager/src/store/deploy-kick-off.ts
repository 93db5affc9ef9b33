/** How a deploy begins, within one transaction: the row of the bot, the record of the deploy and its shadow lease. */
import { createHash } from 'node:crypto';
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
import type { Act, DeployFault, DeployRequest } from '../app/ports';
import { writeAudit } from './audit';
import { toDeploy } from './deploy-row';

/** What it has written by the time it refuses is to be rolled back. */
export async function kickOff(
  trx: Transaction<Schema>,
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

/** Bars of the chain that the bot stands on: every row since the newest one that continues no other. */
const chainBars = (botId: string, generation: string) => sql<number>`(
  SELECT count(*)::int FROM trading.bar_decisions WHERE bot_id = ${botId} AND generation = ${generation}
    AND bar_open_time >= (SELECT max(bar_open_time) FROM (
      SELECT bar_open_time, previous_digest, lag(digest) OVER (ORDER BY bar_open_time) AS before
      FROM trading.bar_decisions WHERE bot_id = ${botId} AND generation = ${generation}) AS link
    WHERE before IS DISTINCT FROM previous_digest))`;
