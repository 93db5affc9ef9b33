/** Open positions, marked at the newest minute. Protected means: a resting stop covers the whole position. */
import type { PositionView } from '@platform/contracts';
import type pg from 'pg';

export const POSITIONS = `
  SELECT position.network, position.symbol, position.bot_id, config.cluster_id, position.qty > 0 AS is_long,
    trim_scale(abs(position.qty))::text AS qty, trim_scale(position.entry_price)::text AS entry_price,
    trim_scale(mark.price)::text AS mark_price,
    trim_scale(round(position.qty * (mark.price - position.entry_price), 8))::text AS unrealised,
    round(abs(position.qty) * coalesce(mark.price, position.entry_price), 8) AS exposure,
    trim_scale(stop.trigger_price)::text AS stop_price, stop.order_id IS NOT NULL AS protected
  FROM trading.positions position
  LEFT JOIN trading.bot_configs config ON config.id = position.bot_id
  LEFT JOIN LATERAL (SELECT close::numeric AS price FROM market.klines
    WHERE market = 'perp' AND symbol = position.symbol AND timeframe = '1m' ORDER BY open_time DESC LIMIT 1) mark ON true
  LEFT JOIN LATERAL (SELECT order_id, trigger_price FROM trading.orders
    WHERE network = position.network AND symbol = position.symbol AND bot_id IS NOT DISTINCT FROM position.bot_id
      AND leg = 'sl' AND status IN ('new', 'partially_filled')
      AND (close_position OR qty - filled_qty >= abs(position.qty))
    ORDER BY created_at DESC LIMIT 1) stop ON true
  WHERE position.qty <> 0`;

interface Row {
  readonly network: PositionView['network'];
  readonly symbol: string;
  readonly bot_id: string | null;
  readonly is_long: boolean;
  readonly qty: string;
  readonly entry_price: string;
  readonly mark_price: string | null;
  readonly unrealised: string | null;
  readonly stop_price: string | null;
  readonly protected: boolean;
}

export async function readPositions(pool: pg.Pool, botId: string | null = null): Promise<PositionView[]> {
  const { rows } = await pool.query<Row>(
    `${POSITIONS} AND ($1::uuid IS NULL OR position.bot_id = $1) ORDER BY position.network, position.symbol, position.bot_id`,
    [botId],
  );
  return rows.map((row) => ({
    network: row.network,
    symbol: row.symbol,
    botId: row.bot_id,
    side: row.is_long ? 'long' : 'short',
    qty: row.qty,
    entryPrice: row.entry_price,
    markPrice: row.mark_price,
    unrealisedPnlUsd: row.unrealised,
    // The exchange knows it; the executor is asked.
    liquidationPrice: null,
    stopPrice: row.stop_price,
    protected: row.protected,
  }));
}
