/**
 * Fills, booked once each: the trade id decides. The fill, the order's filled quantity, the bot's position and the event for the bus
 * commit together. A closing that no row explains falls on the bots that hold the position, each with its share as a fill of its own.
 */
import { type FillMessage, fillsSubject, type Network } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { parseClientOrderId } from '@platform/exchange';
import { type Kysely, sql, type Transaction } from 'kysely';
import { applyFill, FLAT } from '../domain/position';
import { shareOut } from '../domain/share';

export interface VenueFill {
  readonly network: Network;
  readonly symbol: string;
  readonly tradeId: string;
  /** Of the order that was filled; the exchange's own closings have ids that no row has. */
  readonly clientOrderId: string;
  readonly exchangeOrderId: string;
  readonly isForced: boolean;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
  readonly feeAsset: string | null;
  readonly realizedPnl: string;
  readonly isMaker: boolean;
  readonly timeMs: number;
}

interface Owner {
  readonly order_id: string | null;
  readonly bot_id: string | null;
  readonly intent_id: string | null;
  readonly leg: FillMessage['leg'];
}

const NOBODY: Owner = { order_id: null, bot_id: null, intent_id: null, leg: null };

export class FillStore {
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly onBooked: (botId: string) => void,
  ) {}

  /** Does nothing when the trade was booked before. */
  async book(fill: VenueFill): Promise<void> {
    for (const botId of await this.#book(fill)) this.onBooked(botId);
  }

  /** When the newest booked trade of the symbol happened; null before the first. */
  async newestTradeTime(network: Network, symbol: string): Promise<number | null> {
    const row = await this.db
      .selectFrom('trading.fills')
      .select((eb) => eb.fn.max('trade_time').as('newest'))
      .where('network', '=', network)
      .where('symbol', '=', symbol)
      .executeTakeFirst();
    return row?.newest === null || row?.newest === undefined ? null : Number(row.newest);
  }

  /** The bots it concerned. */
  #book(fill: VenueFill): Promise<string[]> {
    return this.db.transaction().execute(async (tx) => {
      const bots: string[] = [];
      for (const { owner, part } of await partsOf(tx, fill)) {
        if (!(await insert(tx, part, owner))) return [];
        if (owner.order_id !== null) await countFilled(tx, owner.order_id);
        await movePosition(tx, part, owner.bot_id);
        if (owner.bot_id === null) continue;
        await announce(tx, part, owner.bot_id, owner);
        bots.push(owner.bot_id);
      }
      return bots;
    });
  }
}

/** False when the trade was booked before. */
async function insert(tx: Transaction<Schema>, fill: VenueFill, owner: Owner): Promise<boolean> {
  const inserted = await tx
    .insertInto('trading.fills')
    .values({
      network: fill.network,
      symbol: fill.symbol,
      trade_id: fill.tradeId,
      order_id: owner.order_id,
      bot_id: owner.bot_id,
      side: fill.side,
      qty: fill.quantity,
      price: fill.price,
      fee: fill.fee,
      fee_asset: fill.feeAsset,
      realized_pnl: fill.realizedPnl,
      is_maker: fill.isMaker,
      trade_time: fill.timeMs,
    })
    .onConflict((conflict) => conflict.constraint('fills_trade_once').doNothing())
    .returning('fill_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

interface Part {
  readonly owner: Owner;
  readonly part: VenueFill;
}

/** The first part keeps the trade's id, so that it is the one that tells whether the trade was booked before. */
async function partsOf(tx: Transaction<Schema>, fill: VenueFill): Promise<Part[]> {
  const owner = await findOwner(tx, fill);
  if (owner !== undefined) return [{ owner, part: fill }];
  const isOurs = fill.isForced || parseClientOrderId(fill.clientOrderId) !== undefined;
  const holders = isOurs ? await holdersAgainst(tx, fill) : [];
  return shareOut(fill, holders).map(({ botId, quantity, fee, realizedPnl }, index) => ({
    owner: { ...NOBODY, bot_id: botId },
    part: {
      ...fill,
      ...{ quantity, fee, realizedPnl },
      tradeId: index === 0 ? fill.tradeId : `${fill.tradeId}:${index}`,
    },
  }));
}

/** By its order's row, or by the intent that its id leads back to when it was placed while the database was away. */
async function findOwner(tx: Transaction<Schema>, fill: VenueFill): Promise<Owner | undefined> {
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
  return intent === undefined ? undefined : { ...NOBODY, ...intent, leg: named.leg };
}

/** The bots whose holding the fill makes smaller. */
async function holdersAgainst(tx: Transaction<Schema>, { network, symbol, side }: VenueFill) {
  const holders = await tx
    .selectFrom('trading.positions')
    .select(['bot_id as botId', 'qty as quantity'])
    .where('network', '=', network)
    .where('symbol', '=', symbol)
    .where('bot_id', 'is not', null)
    .where('qty', side === 'sell' ? '>' : '<', '0')
    .orderBy('bot_id')
    .execute();
  return holders.map(({ botId, quantity }) => ({ botId: botId!, quantity }));
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

async function movePosition(tx: Transaction<Schema>, fill: VenueFill, botId: string | null): Promise<void> {
  const { network, symbol } = fill;
  await tx
    .insertInto('trading.positions')
    .values({ network, symbol, bot_id: botId })
    .onConflict((conflict) => conflict.constraint('positions_one_per_bot').doNothing())
    .execute();
  const row = await tx
    .selectFrom('trading.positions')
    .select(['position_id', 'qty', 'entry_price', 'realized_pnl'])
    .where('network', '=', network)
    .where('symbol', '=', symbol)
    .where('bot_id', 'is not distinct from', botId)
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
      fees: sql`fees + ${fill.fee}::numeric`,
      opened_at: sql`CASE WHEN ${after.quantity}::numeric = 0 THEN NULL ELSE coalesce(opened_at, now()) END`,
    })
    .where('position_id', '=', row.position_id)
    .execute();
}

async function announce(
  tx: Transaction<Schema>,
  fill: VenueFill,
  botId: string,
  owner: Owner,
): Promise<void> {
  const message: FillMessage = {
    network: fill.network,
    symbol: fill.symbol,
    trade_id: fill.tradeId,
    bot_id: botId,
    intent_id: owner.intent_id,
    order_id: owner.order_id,
    leg: owner.leg,
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
