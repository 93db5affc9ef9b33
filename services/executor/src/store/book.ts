/**
 * What the database believes of one symbol: orders that may still change and each bot's holding. A fill that
 * an order reports but whose trade has not been booked yet counts already: protection must not wait for
 * bookkeeping.
 */
import type { Network } from '@platform/contracts';
import type { Database } from '@platform/service-kit';
import { sql } from 'kysely';
import type { Books, HeldPosition, Intent, SymbolBook } from '../app/ports';
import { UNDECIDED } from './intents';
import { listOf, prepared } from './prepared';

export class BookStore implements Books {
  constructor(private readonly database: Database) {}

  async load(network: Network, symbol: string): Promise<SymbolBook> {
    return (await book(this.database.pool, [network, symbol]))[0]!;
  }

  /** With the intents that wait for an answer, oldest first, as of the same moment. */
  async loadWithIntents(network: Network, symbol: string): Promise<SymbolBook & { intents: Intent[] }> {
    return (await bookWithIntents(this.database.pool, [network, symbol]))[0]!;
  }

  /** Whether an order reports more filled than the trades booked for it. */
  async hasUnbooked(network: Network, symbol: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      SELECT EXISTS (SELECT FROM trading.orders WHERE network = ${network} AND symbol = ${symbol}
        AND filled_qty > booked_qty) AS found
    `.execute(this.database.kysely);
    return rows[0]!.found;
  }

  held(network: Network): Promise<HeldPosition[]> {
    return held(this.database.pool, [network]);
  }

  /**
   * Symbols with anything that may need attention: an order, a position, or a fill whose trades are not
   * booked yet.
   */
  async activeSymbols(network: Network): Promise<string[]> {
    const { rows } = await sql<{ symbol: string }>`
      SELECT symbol FROM trading.orders WHERE network = ${network} AND status < 'filled'
      UNION SELECT symbol FROM trading.orders WHERE network = ${network} AND filled_qty > booked_qty
      UNION SELECT symbol FROM trading.positions WHERE network = ${network} AND qty <> 0
    `.execute(this.database.kysely);
    return rows.map((row) => row.symbol);
  }
}

const OPEN_ORDERS = `
  SELECT order_id AS "orderId", intent_id AS "intentId", bot_id AS "botId", leg, order_space AS space, side,
    coalesce(qty, 0)::text AS quantity, trigger_price::text AS "triggerPrice", client_order_id AS "clientOrderId",
    status, filled_qty::text AS "filledQuantity",
    (extract(epoch FROM now() - updated_at) * 1000)::float8 AS "ageMs"
  FROM trading.orders WHERE network = $1 AND symbol = $2 AND status < 'filled'
  ORDER BY created_at, order_id`;

const HOLDINGS = `
  WITH booked AS (
    SELECT bot_id, unowned_side, qty FROM trading.positions WHERE network = $1 AND symbol = $2
  ), unbooked AS (
    SELECT bot_id, CASE WHEN bot_id IS NULL THEN CASE side WHEN 'sell' THEN 'long' ELSE 'short' END::trading.position_side END,
      CASE side WHEN 'buy' THEN 1 ELSE -1 END * (filled_qty - booked_qty) AS qty
    FROM trading.orders WHERE network = $1 AND symbol = $2 AND filled_qty > booked_qty
  ), held AS (
    SELECT bot_id, unowned_side, sum(qty) AS qty FROM (SELECT * FROM booked UNION ALL SELECT * FROM unbooked) parts
    GROUP BY bot_id, unowned_side HAVING sum(qty) <> 0
  )
  SELECT held.bot_id AS "botId", held.unowned_side AS "unownedSide", trim_scale(held.qty)::text AS quantity,
    entry.intent_id AS "intentId", entry.sl::text AS "stopPrice", entry.tp::text AS "takeProfitPrice"
  FROM held LEFT JOIN LATERAL (
    SELECT i.intent_id, i.sl, i.tp FROM trading.orders o JOIN trading.order_intents i USING (intent_id)
    WHERE o.bot_id = held.bot_id AND o.network = $1 AND o.symbol = $2 AND o.leg = 'entry'
      AND o.filled_qty > 0 AND (o.side = 'buy') = (held.qty > 0)
    ORDER BY o.created_at DESC LIMIT 1
  ) entry ON true
  ORDER BY held.bot_id`;

const held = prepared<HeldPosition>(
  'held of all symbols',
  `SELECT held.symbol, trim_scale(held.qty)::text AS quantity, entry.sl::text AS "stopPrice", c.leverage,
     false AS "isUnderWay"
   FROM trading.positions held JOIN trading.bot_configs c ON c.id = held.bot_id
   CROSS JOIN LATERAL (
     SELECT i.sl FROM trading.orders o JOIN trading.order_intents i USING (intent_id)
     WHERE o.bot_id = held.bot_id AND o.network = held.network AND o.symbol = held.symbol AND o.leg = 'entry'
       AND o.filled_qty > 0 AND (o.side = 'buy') = (held.qty > 0)
     ORDER BY o.created_at DESC LIMIT 1
   ) entry
   WHERE held.network = $1 AND held.qty <> 0 AND entry.sl IS NOT NULL
   UNION ALL
   SELECT o.symbol, trim_scale(CASE o.side WHEN 'buy' THEN 1 ELSE -1 END * part.qty)::text, i.sl::text, c.leverage,
     part.is_under_way
   FROM trading.orders o JOIN trading.order_intents i USING (intent_id) JOIN trading.bot_configs c ON c.id = o.bot_id
   CROSS JOIN LATERAL (VALUES
     (o.filled_qty - o.booked_qty, false),
     (CASE WHEN o.status < 'filled' THEN o.qty - o.filled_qty END, true)
   ) part (qty, is_under_way)
   WHERE o.network = $1 AND o.leg = 'entry' AND (o.status < 'filled' OR o.filled_qty > o.booked_qty)
     AND part.qty > 0 AND i.sl IS NOT NULL`,
);

const BOOK = `SELECT ${listOf(OPEN_ORDERS)} AS orders, ${listOf(HOLDINGS)} AS holdings`;
const book = prepared<SymbolBook>('book of a symbol', BOOK);
const bookWithIntents = prepared<SymbolBook & { intents: Intent[] }>(
  'book of a symbol and its intents',
  `${BOOK}, ${listOf(UNDECIDED)} AS intents`,
);
