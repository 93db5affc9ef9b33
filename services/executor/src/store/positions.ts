/**
 * Positions beside what fills book: who an intent belongs to, exposure that nothing explains, funding, and
 * what /positions shows.
 */
import type { Network, Position, PositionsResponse } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import type { Income, PositionSide } from '@platform/exchange';
import { type Kysely, sql } from 'kysely';
import type { Positions } from '../app/ports';

export type BookedPosition = Omit<Position, 'mark_price' | 'unrealised_pnl_usd' | 'liquidation_price'>;
type UnresolvedOrder = PositionsResponse['networks'][number]['unresolved_orders'][number];

export class PositionStore implements Positions {
  constructor(private readonly db: Kysely<Schema>) {}

  async intentOwner(intentId: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('trading.order_intents')
      .select('bot_id')
      .where('intent_id', '=', intentId)
      .executeTakeFirst();
    return row?.bot_id ?? null;
  }

  /**
   * Exposure that no bot answers for. The price is the market's last word on the symbol: the true one is not
   * known.
   */
  async bookUnexplained(
    network: Network,
    symbol: string,
    side: PositionSide,
    quantity: string,
  ): Promise<void> {
    const change = side === 'long' ? quantity : `-${quantity}`;
    await sql`
      INSERT INTO trading.positions AS held (network, symbol, bot_id, unowned_side, qty, entry_price)
      VALUES (${network}, ${symbol}, NULL, ${side}::trading.position_side, ${change}::numeric,
        coalesce((SELECT price FROM trading.fills WHERE network = ${network} AND symbol = ${symbol}
          ORDER BY fill_id DESC LIMIT 1), 1))
      ON CONFLICT ON CONSTRAINT positions_one_per_bot DO UPDATE SET qty = held.qty + excluded.qty,
        entry_price = coalesce(held.entry_price, excluded.entry_price)
    `.execute(this.db);
  }

  /**
   * As the exchange charged it, once each, and shared by those who held the symbol at that moment: what one
   * side pays the other receives, so signed holdings share the sum of a symbol's payments in proportion.
   * Holdings of equal size on both sides leave no proportion; then `payer` names the side that a payment
   * below zero belongs to.
   */
  async bookFunding(
    network: Network,
    payment: Income,
    amountUsd: string | null,
    payer: PositionSide,
  ): Promise<void> {
    const symbol = payment.symbol ?? '';
    const isPaid = payment.amount.startsWith('-');
    const side = isPaid === (payer === 'long') ? 'long' : 'short';
    await sql`
      WITH moved AS (
        SELECT bot_id, CASE WHEN bot_id IS NULL THEN position_side END AS unowned_side,
          sum(CASE side WHEN 'buy' THEN qty ELSE -qty END) AS qty FROM trading.fills
        WHERE network = ${network} AND symbol = ${symbol} AND trade_time <= ${payment.timeMs} GROUP BY 1, 2
      ), held AS (
        SELECT * FROM moved WHERE qty <> 0
      ), concerned AS (
        SELECT * FROM held WHERE (SELECT sum(qty) FROM held) <> 0 OR sign(qty) = ${side === 'long' ? 1 : -1}
      ), shares AS (
        SELECT bot_id, unowned_side, qty / sum(qty) OVER () AS share FROM concerned
      ), booked AS (
        INSERT INTO trading.funding_payments (network, transaction_id, symbol, bot_id, amount, asset, amount_usd, funding_time)
        VALUES (${network}, ${payment.transactionId}, ${symbol}, (SELECT bot_id FROM held WHERE (SELECT count(*) FROM held) = 1),
          ${payment.amount}::numeric, ${payment.asset}, ${amountUsd}::numeric, ${payment.timeMs})
        ON CONFLICT DO NOTHING RETURNING coalesce(amount_usd, 0) AS usd
      )
      INSERT INTO trading.positions AS position (network, symbol, bot_id, unowned_side, funding)
      SELECT ${network}, ${symbol}, shares.bot_id, CASE WHEN shares.bot_id IS NULL
          THEN coalesce(shares.unowned_side, ${side}::trading.position_side) END, round(booked.usd * coalesce(shares.share, 1), 12)
      FROM booked LEFT JOIN shares ON true
      ON CONFLICT ON CONSTRAINT positions_one_per_bot DO UPDATE SET funding = position.funding + excluded.funding
    `.execute(this.db);
  }

  async unpricedAssets(network: Network): Promise<string[]> {
    const { rows } = await sql<{ asset: string }>`
      SELECT fee_asset AS asset FROM trading.fills
      WHERE network = ${network} AND fee_usd IS NULL AND fee <> 0 AND fee_asset IS NOT NULL
      UNION SELECT asset FROM trading.transfers WHERE network = ${network} AND amount_usd IS NULL
    `.execute(this.db);
    return rows.map(({ asset }) => asset);
  }

  async priceAsset(network: Network, asset: string, priceUsd: string): Promise<void> {
    await sql`
      WITH transferred AS (
        UPDATE trading.transfers SET amount_usd = round(amount * ${priceUsd}::numeric, 12)
        WHERE network = ${network} AND asset = ${asset} AND amount_usd IS NULL
      ), priced AS (
        UPDATE trading.fills SET fee_usd = round(fee * ${priceUsd}::numeric, 12)
        WHERE network = ${network} AND fee_asset = ${asset} AND fee_usd IS NULL AND fee <> 0
        RETURNING symbol, bot_id, CASE WHEN bot_id IS NULL THEN position_side END AS unowned_side, fee_usd
      ), owed AS (
        SELECT symbol, bot_id, unowned_side, sum(fee_usd) AS usd FROM priced GROUP BY 1, 2, 3
      )
      UPDATE trading.positions held SET fees = held.fees + owed.usd FROM owed
      WHERE held.network = ${network} AND held.symbol = owed.symbol AND held.bot_id IS NOT DISTINCT FROM owed.bot_id
        AND held.unowned_side IS NOT DISTINCT FROM owed.unowned_side
    `.execute(this.db);
  }

  /** Once each: what comes and goes so is neither profit nor loss. What it is worth is said afterwards. */
  async bookTransfer(network: Network, { transactionId, amount, asset, timeMs }: Income): Promise<void> {
    await this.db
      .insertInto('trading.transfers')
      .values({ network, transaction_id: transactionId, amount, asset, transfer_time: String(timeMs) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** What fills and funding did to the wallet, by the exchange's own account of each. */
  async bookedCash(network: Network): Promise<string> {
    const { rows } = await sql<{ usd: string }>`
      SELECT (coalesce((SELECT sum(realized_pnl - CASE WHEN fee_asset = 'USDT' THEN fee ELSE 0 END) FROM trading.fills
          WHERE network = ${network}), 0)
        + coalesce((SELECT sum(amount) FROM trading.funding_payments WHERE network = ${network} AND asset = 'USDT'), 0))::text AS usd
    `.execute(this.db);
    return rows[0]!.usd;
  }

  async fundingKnownTo(network: Network): Promise<number | null> {
    const { rows } = await sql<{ known: string | null }>`
      SELECT coalesce(
        (SELECT max(funding_time) FROM trading.funding_payments WHERE network = ${network}),
        (SELECT min(trade_time) FROM trading.fills WHERE network = ${network})) AS known
    `.execute(this.db);
    const known = rows[0]?.known ?? null;
    return known === null ? null : Number(known);
  }

  /** Without what only the exchange knows. */
  async list(): Promise<BookedPosition[]> {
    const { rows } = await sql<BookedPosition & { updated_at: Date | string }>`
      SELECT p.network, p.symbol, p.bot_id, CASE WHEN p.qty > 0 THEN 'long' ELSE 'short' END AS side,
        trim_scale(abs(p.qty))::text AS qty, trim_scale(p.entry_price)::text AS entry_price,
        c.leverage::float8 AS leverage, trim_scale(stop.price)::text AS stop_price,
        coalesce(stop.qty >= abs(p.qty), false) AS protected, p.updated_at
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

  /** Oldest first. */
  async unresolved(network: Network): Promise<UnresolvedOrder[]> {
    const { rows } = await sql<UnresolvedOrder>`
      SELECT symbol, bot_id, leg, status, client_order_id, (extract(epoch FROM now() - created_at) * 1000)::float8 AS age_ms
      FROM trading.orders WHERE network = ${network} AND status IN ('submitting', 'unknown') ORDER BY created_at LIMIT 100
    `.execute(this.db);
    return rows;
  }
}
