/** Positions beside what fills book: who an intent belongs to, exposure that nothing explains, funding, and what /positions shows. */
import type { Network, Position } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import type { Income } from '@platform/exchange';
import { type Kysely, sql } from 'kysely';

export class PositionStore {
  constructor(private readonly db: Kysely<Schema>) {}

  async intentOwner(intentId: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('trading.order_intents')
      .select('bot_id')
      .where('intent_id', '=', intentId)
      .executeTakeFirst();
    return row?.bot_id ?? null;
  }

  /** Exposure that no bot answers for. The price is the market's last word on the symbol: the true one is not known. */
  async bookUnexplained(network: Network, symbol: string, quantity: string): Promise<void> {
    await sql`
      INSERT INTO trading.positions AS held (network, symbol, bot_id, qty, entry_price)
      VALUES (${network}, ${symbol}, NULL, ${quantity}::numeric,
        coalesce((SELECT price FROM trading.fills WHERE network = ${network} AND symbol = ${symbol}
          ORDER BY fill_id DESC LIMIT 1), 1))
      ON CONFLICT ON CONSTRAINT positions_one_per_bot DO UPDATE SET qty = held.qty + excluded.qty,
        entry_price = coalesce(held.entry_price, excluded.entry_price)
    `.execute(this.db);
  }

  /** As the exchange charged it, once each, to the bot that holds the symbol when there is just one. */
  async bookFunding(network: Network, payment: Income): Promise<void> {
    await sql`
      WITH holder AS (
        SELECT bot_id FROM trading.positions WHERE network = ${network} AND symbol = ${payment.symbol ?? ''} AND qty <> 0
      ), booked AS (
        INSERT INTO trading.funding_payments (network, transaction_id, symbol, bot_id, amount, asset, funding_time)
        VALUES (${network}, ${payment.transactionId}, ${payment.symbol ?? ''},
          (SELECT bot_id FROM holder WHERE (SELECT count(*) FROM holder) = 1), ${payment.amount}::numeric, ${payment.asset},
          ${payment.timeMs}) ON CONFLICT DO NOTHING RETURNING bot_id
      )
      UPDATE trading.positions SET funding = funding + ${payment.amount}::numeric FROM booked
      WHERE network = ${network} AND symbol = ${payment.symbol ?? ''} AND positions.bot_id = booked.bot_id
    `.execute(this.db);
  }

  async newestFundingTime(network: Network): Promise<number | null> {
    const row = await this.db
      .selectFrom('trading.funding_payments')
      .select((eb) => eb.fn.max('funding_time').as('newest'))
      .where('network', '=', network)
      .executeTakeFirst();
    return row?.newest === null || row?.newest === undefined ? null : Number(row.newest);
  }

  async list(): Promise<Position[]> {
    const { rows } = await sql<Position & { updated_at: Date | string }>`
      SELECT p.network, p.symbol, p.bot_id, CASE WHEN p.qty > 0 THEN 'long' ELSE 'short' END AS side,
        trim_scale(abs(p.qty))::text AS qty, trim_scale(p.entry_price)::text AS entry_price, NULL AS mark_price,
        NULL AS unrealised_pnl_usd, c.leverage::float8 AS leverage, trim_scale(stop.price)::text AS stop_price,
        NULL AS liquidation_price, coalesce(stop.qty >= abs(p.qty), false) AS protected, p.updated_at
      FROM trading.positions p
      LEFT JOIN trading.bot_configs c ON c.id = p.bot_id
      LEFT JOIN LATERAL (
        SELECT sum(o.qty - o.filled_qty) AS qty, max(o.trigger_price) AS price FROM trading.orders o
        WHERE o.network = p.network AND o.symbol = p.symbol AND o.bot_id IS NOT DISTINCT FROM p.bot_id AND o.leg = 'sl'
          AND o.status IN ('new', 'partially_filled') AND (o.side = 'sell') = (p.qty > 0)
      ) stop ON true
      WHERE p.qty <> 0 ORDER BY p.network, p.symbol, p.bot_id
    `.execute(this.db);
    return rows.map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }));
  }
}
