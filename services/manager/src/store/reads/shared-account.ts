/** What bots on one account hold against each other, read inside the transaction that changes one of them. */
import { ACCOUNT_STALE_MS, type BotConfig, type Network } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { sql, type Transaction } from 'kysely';
import {
  type Account,
  type Allocations,
  allocationCollision,
  type Collision,
  type Neighbour,
  symbolCollision,
} from '../../domain/shared-account';

type Trx = Transaction<Schema>;

/** A condition on a row of bot_configs: the bot runs, is paused, or has not left the market yet. */
export const USES_ITS_ACCOUNT = `config.deleted_at IS NULL AND (config.desired_state <> 'stopped'
  OR EXISTS (SELECT FROM trading.positions held WHERE held.bot_id = config.id AND held.qty <> 0))`;

export async function findSymbolCollision(trx: Trx, bot: BotConfig): Promise<Collision | null> {
  const { rows } = await sql<Neighbour>`
    SELECT config.bot_name AS "botName", config.leverage FROM trading.bot_configs config
    WHERE config.id <> ${bot.id} AND config.network = ${bot.network} AND config.symbol = ${bot.symbol}
      AND ${sql.raw(USES_ITS_ACCOUNT)} ORDER BY config.created_at, config.id`.execute(trx);
  return symbolCollision(bot, rows, await readAccount(trx, bot.network));
}

export async function findAllocationCollision(trx: Trx, bot: BotConfig): Promise<Collision | null> {
  const { rows } = await sql<Allocations>`
    SELECT trim_scale(round(trading.allocation_usd(${bot.id}), 2))::text AS "ownUsd",
      CASE WHEN bool_and(usd IS NOT NULL) THEN trim_scale(round(sum(usd), 2))::text END AS "totalUsd",
      coalesce(bool_and(usd IS NOT NULL) AND sum(usd) <=
        (SELECT wallet_usd FROM trading.accounts WHERE network = ${bot.network}), false) AS "isWithinWallet"
    FROM (SELECT trading.allocation_usd(config.id) AS usd FROM trading.bot_configs config
      WHERE config.network = ${bot.network} AND ${sql.raw(USES_ITS_ACCOUNT)}) AS counted`.execute(trx);
  return allocationCollision(bot, rows[0]!, await readAccount(trx, bot.network));
}

/** In words, or null: what a bot that is stopped still has at the exchange. */
export async function findWhatIsOpen(trx: Trx, botId: string): Promise<string | null> {
  const { rows } = await sql<{ what: string }>`
    SELECT 'holds ' || trim_scale(qty) || ' ' || symbol || ' on ' || network AS what
      FROM trading.positions WHERE bot_id = ${botId} AND qty <> 0
    UNION ALL
    SELECT 'has an order of ' || symbol || ' under way on ' || network
      FROM trading.orders WHERE bot_id = ${botId} AND status < 'filled' LIMIT 1`.execute(trx);
  return rows[0]?.what ?? null;
}

async function readAccount(trx: Trx, network: Network): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT position_mode AS "positionMode", trim_scale(round(wallet_usd, 2))::text AS "walletUsd",
      read_at < now() - make_interval(secs => ${ACCOUNT_STALE_MS / 1_000}) AS "isStale"
    FROM trading.accounts WHERE network = ${network}`.execute(trx);
  return rows[0];
}
