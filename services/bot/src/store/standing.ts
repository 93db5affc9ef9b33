/** What became of what the bot asked for: its holding, as the executor reckons it, and its newest intent. */
import type pg from 'pg';
import type { Standing } from '../domain/intent';
import type { BotSettings } from '../domain/settings';

interface Row {
  readonly quantity: string;
  readonly intent_id: string | null;
  readonly is_decided: boolean;
}

export async function readStanding(client: pg.ClientBase, settings: BotSettings): Promise<Standing> {
  const { botId, network, symbol } = settings;
  const { rows } = await client.query<Row>(READ, [botId, network, symbol]);
  const { quantity, intent_id: intentId, is_decided: isDecided } = rows[0]!;
  return { quantity: Number(quantity), newest: intentId === null ? null : { intentId, isDecided } };
}

// An exit counts as done when the exchange reports it filled; its trades may be booked a moment later.
const READ = `
  SELECT newest.intent_id, newest.outcome IS NOT NULL AS is_decided,
    coalesce((SELECT qty FROM trading.positions WHERE bot_id = $1 AND network = $2 AND symbol = $3), 0)
    + coalesce((SELECT sum((filled_qty - booked_qty) * CASE side WHEN 'buy' THEN 1 ELSE -1 END) FROM trading.orders
        WHERE bot_id = $1 AND network = $2 AND symbol = $3 AND filled_qty > booked_qty), 0) AS quantity
  FROM (SELECT) AS one LEFT JOIN LATERAL (
    SELECT intent_id, outcome FROM trading.order_intents WHERE bot_id = $1 AND network = $2 AND symbol = $3
    ORDER BY created_at DESC, coalesce(bar_open_time, 0) DESC, intent_id DESC LIMIT 1
  ) AS newest ON true`;
