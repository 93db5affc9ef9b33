/**
 * Order rows: written before the first byte leaves, moved forward by what the exchange reports. A report
 * never moves a row back, and the statement itself says so, because reports of the same order may arrive from
 * the stream and from a read at once.
 */
import type { Network, OrderLeg, OrderStatus } from '@platform/contracts';
import type { Database as Schema } from '@platform/db';
import { clientOrderId } from '@platform/exchange';
import type { Chance } from '@platform/service-kit';
import { type Kysely, sql } from 'kysely';
import type { Adopted, NewOrder, Orders, WrittenOrder } from '../app/ports';
import type { OrderReport } from '../domain/order';

/** Attempts whose id leads back to the intent; the numbers above are for orders that go out without a row. */
const NAMED_ATTEMPTS = 900;

/**
 * Each try but the last loses to an order that was committed meanwhile: more of them cannot be on their way
 * at once.
 */
const MOST_ADOPTIONS = 20;

/**
 * Commits with the transaction it is given; entries are checked once more by the table's own guard. Most
 * orders are the first of their leg: only when that place is taken are the earlier ones counted.
 */
async function writeAhead(db: Kysely<Schema>, chance: Chance, order: NewOrder): Promise<WrittenOrder> {
  const first = await insertOrder(db, chance.newId(), order, 1);
  if (first !== undefined) return first;
  const next = await insertOrder(
    db,
    chance.newId(),
    order,
    await nextAttempt(db, order.intentId!, order.leg),
  );
  if (next === undefined) throw new Error(`two ${order.leg} orders of one intent at once`);
  return next;
}

/** Undefined when there is one of that number already. */
async function insertOrder(
  db: Kysely<Schema>,
  orderId: string,
  order: NewOrder,
  attempt: number,
): Promise<WrittenOrder | undefined> {
  const clientId = clientIdOf(order, attempt, orderId);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trading.orders')
    .values({
      order_id: orderId,
      intent_id: order.intentId,
      bot_id: order.botId,
      network: order.network,
      symbol: order.symbol,
      leg: order.leg,
      attempt,
      order_type: order.orderType,
      order_space: order.space,
      side: order.side,
      qty: order.quantity,
      price: order.price ?? null,
      trigger_price: order.triggerPrice ?? null,
      reduce_only: true,
      client_order_id: clientId,
      flatten_id: order.flattenId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? { orderId, clientOrderId: clientId } : undefined;
}

async function nextAttempt(db: Kysely<Schema>, intentId: string, leg: OrderLeg): Promise<number> {
  const row = await db
    .selectFrom('trading.orders')
    .select((eb) => eb.fn.max('attempt').as('last'))
    .where('intent_id', '=', intentId)
    .where('leg', '=', leg)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** Where the intent's ids are used up, or there is no intent, the order is named after its row. */
function clientIdOf({ intentId, leg }: NewOrder, attempt: number, orderId: string): string {
  return intentId === null || attempt > NAMED_ATTEMPTS
    ? clientOrderId(orderId, leg)
    : clientOrderId(intentId, leg, attempt - 1);
}

export class OrderStore implements Orders {
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly chance: Chance,
  ) {}

  writeAhead(order: NewOrder): Promise<WrittenOrder> {
    return writeAhead(this.db, this.chance, order);
  }

  /** False when no row has this client order id. */
  async report(network: Network, report: OrderReport): Promise<boolean> {
    const { numAffectedRows } = await sql`
      UPDATE trading.orders SET
        status = CASE WHEN status >= 'filled' THEN status ELSE greatest(status, ${report.status}::trading.order_status) END,
        filled_qty = greatest(filled_qty, least(${report.filledQuantity}::numeric, qty)),
        average_price = coalesce(${report.averagePrice}::numeric, average_price),
        exchange_order_id = CASE WHEN order_space = ${report.space}::trading.order_space
          THEN coalesce(exchange_order_id, ${report.exchangeOrderId}) ELSE exchange_order_id END
      WHERE network = ${network} AND client_order_id = ${report.clientOrderId}
    `.execute(this.db);
    return numAffectedRows === 1n;
  }

  /**
   * What we know ourselves: refused, never sent, or left in doubt. Does nothing to an order that has moved
   * on.
   */
  async settle(clientId: string, status: OrderStatus, reason: string): Promise<void> {
    await this.db
      .updateTable('trading.orders')
      .set({ status, status_reason: reason.slice(0, 500) })
      .where('client_order_id', '=', clientId)
      .where('status', '<', status)
      .where('status', '<', 'filled')
      .execute();
  }

  /**
   * Orders of ours that left without a row, while the database was away. Another order of the same intent and
   * leg may be committed at this very moment, such as the row that this one did not wait for: it has the
   * number, and the next one is tried.
   */
  async adopt(order: NewOrder, found: Adopted): Promise<void> {
    for (let tries = 0; tries < MOST_ADOPTIONS; tries += 1) {
      if (await this.insertAdopted(order, found)) return;
      if (await this.hasRow(found.clientOrderId)) return;
    }
    throw new Error(`no row for ${found.clientOrderId} was possible`);
  }

  /** False when one of its unique columns is taken. */
  private async insertAdopted(order: NewOrder, found: Adopted): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('trading.orders')
      .values({
        order_id: this.chance.newId(),
        intent_id: order.intentId,
        bot_id: order.botId,
        network: order.network,
        symbol: order.symbol,
        leg: order.leg,
        attempt: sql<number>`(SELECT coalesce(max(attempt), 0) + 1 FROM trading.orders
          WHERE intent_id = ${order.intentId} AND leg = ${order.leg}::trading.order_leg)`,
        order_type: order.orderType,
        order_space: order.space,
        side: order.side,
        qty: order.quantity,
        trigger_price: order.triggerPrice ?? null,
        reduce_only: true,
        client_order_id: found.clientOrderId,
        exchange_order_id: found.exchangeOrderId,
        status: found.status,
        status_reason: 'left without a row',
        flatten_id: order.flattenId ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  private async hasRow(clientId: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('trading.orders')
      .select('order_id')
      .where('client_order_id', '=', clientId)
      .executeTakeFirst();
    return row !== undefined;
  }
}
