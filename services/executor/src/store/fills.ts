/**
 * Fills, booked once each: the trade id decides. The fill, the order's filled quantity, the positions it
 * moves and the event for the bus commit together. An opening belongs to the bot that ordered it. A closing
 * takes from its owner first, at most what that holds: the rest, and every closing that no row explains,
 * falls on those who hold the side, each with its share as a fill of its own.
 */
import {
  type FillMessage,
  fillsSubject,
  type Network,
  type PositionAdjustmentCause,
} from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { type PositionSide, parseClientOrderId } from '@platform/exchange';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type Allotment,
  allot,
  causeOf,
  closedBy,
  isTooEarly,
  type Owner,
  type SidedFill,
  type Standing,
} from '../app/booking';
import type { Adjustment, ExchangeFill, FillObserver, Fills } from '../app/ports';
import { applyFill, FLAT, signed } from '../domain/position';
import type { Holder } from '../domain/share';

export class FillStore implements Fills {
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly observer: FillObserver,
  ) {}

  /** Does nothing when the trade was booked before. */
  async book(fill: ExchangeFill): Promise<void> {
    await this.bookAndTell(fill, false);
  }

  bookIfHeld(fill: ExchangeFill): Promise<boolean> {
    return this.bookAndTell(fill, true);
  }

  private async bookAndTell(fill: ExchangeFill, mustBeHeld: boolean): Promise<boolean> {
    const booked = await this.db.transaction().execute((tx) => bookIn(tx, fill, mustBeHeld));
    if (booked === 'not_held') return false;
    for (const botId of booked.bots) this.observer.onBooked(botId);
    for (const adjustment of booked.adjustments) this.observer.onAdjusted(adjustment);
    return true;
  }

  async booked(network: Network, symbol: string, tradeIds: readonly string[]): Promise<ReadonlySet<string>> {
    // One array: a statement takes 65,535 parameters, and a long absence leaves more trades than that to be
    // read.
    const { rows } = await sql<{ tradeId: string }>`
      SELECT trade_id AS "tradeId" FROM trading.fills
      WHERE network = ${network} AND symbol = ${symbol} AND trade_id = ANY(${tradeIds})
    `.execute(this.db);
    return new Set(rows.map(({ tradeId }) => tradeId));
  }

  /**
   * Since when trades of the symbol may be missing: the newest that is booked, or its first order; null
   * before that.
   */
  async knownUntil(network: Network, symbol: string): Promise<number | null> {
    const { rows } = await sql<{ knownMs: number | null }>`
      SELECT least(
        coalesce(
          (SELECT max(trade_time) FROM trading.fills WHERE network = ${network} AND symbol = ${symbol}),
          (SELECT floor(extract(epoch FROM min(created_at)) * 1000) FROM trading.orders
            WHERE network = ${network} AND symbol = ${symbol})),
        (SELECT floor(extract(epoch FROM min(created_at)) * 1000) FROM trading.orders
          WHERE network = ${network} AND symbol = ${symbol} AND filled_qty > booked_qty))::float8 AS "knownMs"
    `.execute(this.db);
    return rows[0]!.knownMs;
  }
}

interface Booked {
  readonly bots: readonly string[];
  readonly adjustments: readonly Adjustment[];
}

const NOTHING: Booked = { bots: [], adjustments: [] };

async function bookIn(
  tx: Transaction<Schema>,
  fill: ExchangeFill,
  mustBeHeld: boolean,
): Promise<Booked | 'not_held'> {
  const owner = await findOwner(tx, fill);
  const { positionSide, shares, isHeld } = await allotmentOf(tx, fill, owner);
  const mustWait = !isHeld || isTooEarly(fill, owner, await standingOf(tx, fill, owner));
  if (mustBeHeld && mustWait && !(await isBooked(tx, fill))) return 'not_held';
  const bots: string[] = [];
  const adjustments: Adjustment[] = [];
  for (const [index, { botId, ...share }] of shares.entries()) {
    // The first part keeps the trade's id: it is the one that shows whether the trade was booked before.
    const tradeId = index === 0 ? fill.tradeId : `${fill.tradeId}:${index}`;
    const part = { ...fill, ...share, positionSide, tradeId };
    if (!(await insert(tx, part, owner?.order_id ?? null, botId))) return NOTHING;
    await movePosition(tx, part, botId);
    const cause = causeOf(fill, owner, botId);
    if (cause !== undefined) adjustments.push(await adjusted(tx, part, botId, cause));
    if (botId === null) continue;
    await announce(tx, part, botId, owner?.bot_id === botId ? owner : undefined);
    bots.push(botId);
  }
  if (owner?.order_id != null) await countFilled(tx, owner.order_id);
  return { bots, adjustments };
}

/** False when the trade was booked before. */
async function insert(
  tx: Transaction<Schema>,
  fill: SidedFill,
  orderId: string | null,
  botId: string | null,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('trading.fills')
    .values({
      network: fill.network,
      symbol: fill.symbol,
      trade_id: fill.tradeId,
      order_id: orderId,
      bot_id: botId,
      side: fill.side,
      position_side: fill.positionSide,
      qty: fill.quantity,
      price: fill.price,
      fee: fill.fee,
      fee_asset: fill.feeAsset,
      fee_usd: fill.feeUsd,
      realized_pnl: fill.realizedPnl,
      is_maker: fill.isMaker,
      trade_time: fill.timeMs,
    })
    .onConflict((conflict) => conflict.constraint('fills_trade_once').doNothing())
    .returning('fill_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function allotmentOf(
  tx: Transaction<Schema>,
  fill: ExchangeFill,
  owner: Owner | undefined,
): Promise<Allotment> {
  const closedSide = closedBy(fill, owner);
  return allot(fill, owner, closedSide === null ? [] : await holdersOf(tx, fill, closedSide, owner));
}

async function standingOf(
  tx: Transaction<Schema>,
  fill: ExchangeFill,
  owner: Owner | undefined,
): Promise<Standing> {
  if (owner?.bot_id == null) return { quantity: '0', isBehind: await isAnyLeaving(tx, fill, owner) };
  const { network, symbol } = fill;
  const { rows } = await sql<Standing>`
    SELECT coalesce((SELECT qty FROM trading.positions
        WHERE network = ${network} AND symbol = ${symbol} AND bot_id = ${owner.bot_id}), 0)::text AS quantity,
      EXISTS (SELECT FROM trading.orders WHERE network = ${network} AND symbol = ${symbol} AND filled_qty > booked_qty
        AND bot_id = ${owner.bot_id} AND order_id IS DISTINCT FROM ${owner.order_id}::uuid) AS "isBehind"
  `.execute(tx);
  return rows[0]!;
}

/**
 * A bot is booked on one side, and an entry of it to the other is filled and not booked yet; or the fate of
 * another closing of the side, which this trade may be of, is unknown.
 */
async function isAnyLeaving(
  tx: Transaction<Schema>,
  { network, symbol, side }: ExchangeFill,
  owner: Owner | undefined,
): Promise<boolean> {
  const { rows } = await sql<unknown>`
    SELECT FROM trading.orders entry JOIN trading.positions held USING (network, symbol, bot_id)
    WHERE network = ${network} AND symbol = ${symbol} AND entry.leg = 'entry' AND entry.filled_qty > entry.booked_qty
      AND sign(held.qty) = CASE entry.side WHEN 'buy' THEN -1 ELSE 1 END
    UNION ALL
    SELECT FROM trading.orders WHERE network = ${network} AND symbol = ${symbol}
      AND order_id IS DISTINCT FROM ${owner?.order_id ?? null}::uuid
      AND leg IN ('exit', 'flatten') AND status IN ('submitting', 'unknown') AND side = ${side}::market.order_side
    LIMIT 1
  `.execute(tx);
  return rows.length > 0;
}

async function isBooked(
  tx: Transaction<Schema>,
  { network, symbol, tradeId }: ExchangeFill,
): Promise<boolean> {
  const booked = await tx
    .selectFrom('trading.fills')
    .select('fill_id')
    .where('network', '=', network)
    .where('symbol', '=', symbol)
    .where('trade_id', '=', tradeId)
    .executeTakeFirst();
  return booked !== undefined;
}

async function adjusted(
  tx: Transaction<Schema>,
  fill: SidedFill,
  botId: string | null,
  cause: PositionAdjustmentCause,
): Promise<Adjustment> {
  const { network, symbol } = fill;
  const change = signed(fill.side, fill.quantity).toFixed();
  await tx
    .insertInto('trading.bot_events')
    .values({
      bot_id: botId,
      event_type: 'PositionAdjusted',
      metadata: JSON.stringify({ network, symbol, change, cause }),
    })
    .execute();
  return { network, symbol, botId, change, cause };
}

/**
 * By its order's row, or by the intent that its id leads back to when it was placed while the database was
 * away.
 */
async function findOwner(tx: Transaction<Schema>, fill: ExchangeFill): Promise<Owner | undefined> {
  const order = await tx
    .selectFrom('trading.orders')
    .select(['order_id', 'bot_id', 'intent_id', 'leg'])
    .where('network', '=', fill.network)
    .where((eb) =>
      eb.or([
        eb('client_order_id', '=', fill.clientOrderId),
        eb.and([
          eb('symbol', '=', fill.symbol),
          eb('order_space', '=', 'regular'),
          eb('exchange_order_id', '=', fill.exchangeOrderId),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (order !== undefined) return order;
  const named = parseClientOrderId(fill.clientOrderId);
  if (named === undefined) return undefined;
  const intent = await tx
    .selectFrom('trading.order_intents')
    .select(['bot_id', 'intent_id'])
    .where('intent_id', '=', named.intentId)
    .executeTakeFirst();
  return intent === undefined ? undefined : { order_id: null, ...intent, leg: named.leg };
}

/**
 * Those who hold the side, with the entries and without the closings of theirs whose trades are not booked
 * yet.
 */
async function holdersOf(
  tx: Transaction<Schema>,
  { network, symbol }: ExchangeFill,
  side: PositionSide,
  owner: Owner | undefined,
): Promise<Holder[]> {
  const sign = side === 'long' ? 1 : -1;
  const opening = side === 'long' ? 'buy' : 'sell';
  const closing = side === 'long' ? 'sell' : 'buy';
  const { rows } = await sql<Holder>`
    SELECT bot_id AS "botId", trim_scale(sum(qty))::text AS quantity FROM (
      SELECT bot_id, ${sign} * qty AS qty FROM trading.positions WHERE network = ${network} AND symbol = ${symbol}
        AND CASE WHEN bot_id IS NULL THEN unowned_side = ${side}::trading.position_side ELSE sign(qty) = ${sign} END
      UNION ALL
      SELECT bot_id, filled_qty - booked_qty FROM trading.orders WHERE network = ${network} AND symbol = ${symbol}
        AND leg = 'entry' AND filled_qty > booked_qty AND side = ${opening}::market.order_side
      UNION ALL
      SELECT bot_id, booked_qty - filled_qty FROM trading.orders WHERE network = ${network} AND symbol = ${symbol}
        AND leg <> 'entry' AND filled_qty > booked_qty AND side = ${closing}::market.order_side
        AND bot_id IS NOT NULL AND order_id IS DISTINCT FROM ${owner?.order_id ?? null}::uuid
    ) parts GROUP BY bot_id HAVING sum(qty) > 0 ORDER BY bot_id
  `.execute(tx);
  return rows;
}

async function countFilled(tx: Transaction<Schema>, orderId: string): Promise<void> {
  await sql`
    UPDATE trading.orders SET
      filled_qty = greatest(orders.filled_qty, booked.quantity), booked_qty = booked.quantity,
      average_price = CASE WHEN booked.quantity >= orders.filled_qty THEN booked.price ELSE average_price END,
      status = CASE WHEN orders.status >= 'filled' THEN orders.status WHEN booked.quantity >= orders.qty THEN 'filled'
        ELSE greatest(orders.status, 'partially_filled') END
    FROM (SELECT sum(qty) AS quantity, sum(qty * price) / sum(qty) AS price FROM trading.fills
      WHERE order_id = ${orderId}) booked
    WHERE orders.order_id = ${orderId}
  `.execute(tx);
}

async function movePosition(tx: Transaction<Schema>, fill: SidedFill, botId: string | null): Promise<void> {
  const { network, symbol } = fill;
  const unownedSide = botId === null ? fill.positionSide : null;
  await tx
    .insertInto('trading.positions')
    .values({ network, symbol, bot_id: botId, unowned_side: unownedSide })
    .onConflict((conflict) => conflict.constraint('positions_one_per_bot').doNothing())
    .execute();
  const row = await tx
    .selectFrom('trading.positions')
    .select(['position_id', 'qty', 'entry_price', 'realized_pnl'])
    .where('network', '=', network)
    .where('symbol', '=', symbol)
    .where('bot_id', 'is not distinct from', botId)
    .where('unowned_side', 'is not distinct from', unownedSide)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = { ...FLAT, quantity: row.qty, entryPrice: row.entry_price, realizedPnl: row.realized_pnl };
  const after = applyFill(before, fill);
  await tx
    .updateTable('trading.positions')
    .set({
      qty: after.quantity,
      entry_price: after.entryPrice,
      realized_pnl: after.realizedPnl,
      fees: sql`fees + ${fill.feeUsd ?? 0}::numeric`,
      opened_at: sql`CASE WHEN ${after.quantity}::numeric = 0 THEN NULL ELSE coalesce(opened_at, now()) END`,
    })
    .where('position_id', '=', row.position_id)
    .execute();
}

async function announce(
  tx: Transaction<Schema>,
  fill: ExchangeFill,
  botId: string,
  owner: Owner | undefined,
): Promise<void> {
  const message: FillMessage = {
    network: fill.network,
    symbol: fill.symbol,
    trade_id: fill.tradeId,
    bot_id: botId,
    intent_id: owner?.intent_id ?? null,
    order_id: owner?.order_id ?? null,
    leg: owner?.leg ?? null,
    side: fill.side,
    qty: fill.quantity,
    price: fill.price,
    fee: fill.fee,
    fee_asset: fill.feeAsset,
    realized_pnl: fill.realizedPnl,
    is_maker: fill.isMaker,
    trade_time: fill.timeMs,
  };
  await tx
    .insertInto('ops.outbox')
    .values({ subject: fillsSubject(botId), payload: JSON.stringify(message) })
    .execute();
}
