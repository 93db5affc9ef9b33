/** Who trades and what is held: read once per evaluation, shared by the breakers. */
import type { Database as Schema } from '@platform/db';
import { type Kysely, sql } from 'kysely';
import type { OpenPosition } from '../../domain/marked-equity';
import type { ScopedBot } from '../../domain/scope';
import { tradingBots } from '../trading-bots';

export interface TradingBot extends ScopedBot {
  readonly isPaused: boolean;
  /** Started and warm: from here on silence means something. */
  readonly shouldSpeak: boolean;
  /** Changes with every lease renewal and every event of the bot. */
  readonly heartbeat: string;
}

export async function readBots(db: Kysely<Schema>): Promise<TradingBot[]> {
  const { rows } = await sql<{
    bot_id: string;
    symbol: string;
    cluster_id: string | null;
    should_speak: boolean;
    is_paused: boolean;
    heartbeat: string;
  }>`
    SELECT bot.bot_id, bot.symbol, bot.cluster_id, bot.should_speak,
      EXISTS (SELECT FROM risk.bot_pauses pause WHERE pause.bot_id = bot.bot_id) AS is_paused,
      concat_ws(' ', lease.renewed_at, event.id) AS heartbeat
    FROM (${tradingBots}) AS bot
    LEFT JOIN (SELECT bot_id, max(renewed_at) AS renewed_at FROM trading.bot_leases WHERE NOT shadow GROUP BY bot_id) AS lease
      ON lease.bot_id = bot.bot_id
    LEFT JOIN LATERAL (
      SELECT id FROM trading.bot_events said WHERE said.bot_id = bot.bot_id AND said.emitted_by = 'platform_bot'
        AND NOT starts_with(said.event_type, 'shadow_')
      ORDER BY said.created_at DESC, said.id DESC LIMIT 1
    ) AS event ON true`.execute(db);
  return rows.map((row) => ({
    botId: row.bot_id,
    symbol: row.symbol,
    clusterId: row.cluster_id,
    isPaused: row.is_paused,
    shouldSpeak: row.should_speak,
    heartbeat: row.heartbeat,
  }));
}

/** Open positions, and whatever was booked on exposure that no bot answers for. */
export async function readPositions(
  db: Kysely<Schema>,
): Promise<(OpenPosition & { clusterId: string | null })[]> {
  const { rows } = await sql<{
    bot_id: string | null;
    network: string;
    symbol: string;
    cluster_id: string | null;
    qty: number;
    entry_price: number | null;
    booked: number;
    opened_at_ms: number | null;
  }>`
    SELECT position.bot_id, position.network, position.symbol, config.cluster_id, position.qty::double precision AS qty,
      position.entry_price::double precision AS entry_price,
      (position.realized_pnl - position.fees + position.funding)::double precision AS booked,
      (extract(epoch FROM position.opened_at) * 1000)::double precision AS opened_at_ms
    FROM trading.positions position LEFT JOIN trading.bot_configs config ON config.id = position.bot_id
    WHERE position.qty <> 0 OR position.bot_id IS NULL`.execute(db);
  return rows.map((row) => ({
    botId: row.bot_id,
    network: row.network,
    symbol: row.symbol,
    clusterId: row.cluster_id,
    qty: row.qty,
    entryPrice: row.entry_price ?? 0,
    bookedPnlUsd: row.booked,
    openedAtMs: row.opened_at_ms ?? 0,
  }));
}
