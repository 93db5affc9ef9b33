/**
 * What the database believes of one symbol: orders that may still change and each bot's holding. A fill that an order reports but
 * whose trade has not been booked yet counts already: protection must not wait for bookkeeping.
 */
import type { Network } from '@platform/contracts';
import type { Database } from '@platform/service-kit';
import { sql } from 'kysely';
import type { OpenOrder } from '../domain/order';
import type { Holding } from '../domain/protection';

export interface SymbolBook {
  readonly orders: readonly OpenOrder[];
  readonly holdings: readonly Holding[];
}

export class BookStore {
  constructor(private readonly database: Database) {}

  async load(network: Network, symbol: string): Promise<SymbolBook> {
    const [orders, holdings] = await Promise.all([
      this.#orders(network, symbol),
      this.#holdings(network, symbol),
    ]);
    return { orders, holdings };
  }

  /** Whether an order reports more filled than the trades booked for it. */
  async hasUnbooked(network: Network, symbol: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      SELECT EXISTS (SELECT FROM trading.orders o WHERE o.network = ${network} AND o.symbol = ${symbol}
        AND o.created_at > now() - interval '7 days' AND o.filled_qty > 0
        AND o.filled_qty > (SELECT coalesce(sum(qty), 0) FROM trading.fills WHERE order_id = o.order_id)) AS found
    `.execute(this.database.kysely);
    return rows[0]!.found;
  }

  /** Symbols with anything that may need attention. */
  async activeSymbols(network: Network): Promise<string[]> {
    const { rows } = await sql<{ symbol: string }>`
      SELECT symbol FROM trading.orders WHERE network = ${network} AND status < 'filled'
      UNION SELECT symbol FROM trading.positions WHERE network = ${network} AND qty <> 0
    `.execute(this.database.kysely);
    return rows.map((row) => row.symbol);
  }

  async #orders(network: Network, symbol: string): Promise<OpenOrder[]> {
    const { rows } = await sql<OpenOrder>`
      SELECT order_id AS "orderId", intent_id AS "intentId", bot_id AS "botId", leg, order_space AS space, side,
        coalesce(qty, 0)::text AS quantity, trigger_price::text AS "triggerPrice", client_order_id AS "clientOrderId",
        status, filled_qty::text AS "filledQuantity",
        (extract(epoch FROM now() - updated_at) * 1000)::float8 AS "ageMs"
      FROM trading.orders WHERE network = ${network} AND symbol = ${symbol} AND status < 'filled'
      ORDER BY created_at, order_id
    `.execute(this.database.kysely);
    return rows;
  }

  async #holdings(network: Network, symbol: string): Promise<Holding[]> {
    const { rows } = await sql<Holding>`
      WITH booked AS (
        SELECT bot_id, qty FROM trading.positions WHERE network = ${network} AND symbol = ${symbol}
      ), unbooked AS (
        SELECT o.bot_id, CASE o.side WHEN 'buy' THEN 1 ELSE -1 END * (o.filled_qty - coalesce(f.qty, 0)) AS qty
        FROM trading.orders o
        LEFT JOIN LATERAL (SELECT sum(qty) AS qty FROM trading.fills WHERE order_id = o.order_id) f ON true
        WHERE o.network = ${network} AND o.symbol = ${symbol} AND o.filled_qty > coalesce(f.qty, 0)
          AND o.created_at > now() - interval '7 days'
      ), held AS (
        SELECT bot_id, sum(qty) AS qty FROM (SELECT * FROM booked UNION ALL SELECT * FROM unbooked) parts
        GROUP BY bot_id HAVING sum(qty) <> 0
      )
      SELECT held.bot_id AS "botId", trim_scale(held.qty)::text AS quantity, entry.intent_id AS "intentId",
        entry.sl::text AS "stopPrice", entry.tp::text AS "takeProfitPrice"
      FROM held LEFT JOIN LATERAL (
        SELECT i.intent_id, i.sl, i.tp FROM trading.orders o JOIN trading.order_intents i USING (intent_id)
        WHERE o.bot_id = held.bot_id AND o.network = ${network} AND o.symbol = ${symbol} AND o.leg = 'entry'
          AND o.filled_qty > 0 AND (o.side = 'buy') = (held.qty > 0)
        ORDER BY o.created_at DESC LIMIT 1
      ) entry ON true
      ORDER BY held.bot_id
    `.execute(this.database.kysely);
    return rows;
  }
}
