/**
 * Orders against the synthetic book. Accounts trade with the market, never with each other. A reduce-only
 * order is cut to the position before each fill, so that it can never flip it.
 */
import { Decimal } from 'decimal.js';
import type { Account } from './account';
import { afterPositionChange, finishAlgoOf } from './aftermath';
import { reduces } from './position';
import { settleFill } from './settle';
import type { Order, Side } from './types';
import type { Venue } from './venue';

/** Executes what can be executed now; the rest rests or expires by the order's time in force. */
export function execute(venue: Venue, account: Account, order: Order, timeMs: number): Order {
  const executed = take(venue, account, order, false, timeMs);
  const done = executed.status === 'FILLED';
  const rests = executed.type === 'LIMIT' && executed.timeInForce !== 'IOC' && executed.timeInForce !== 'FOK';
  const final = done || rests ? executed : closeOrder(venue, account, executed, 'EXPIRED', timeMs);
  if (!final.executed.isZero()) afterPositionChange(venue, account, order.symbol, order.positionSide, timeMs);
  finishAlgoOf(venue, account, final, timeMs);
  return final;
}

/** Fills resting orders that the market has reached. */
export function matchResting(venue: Venue, account: Account, symbol: string, timeMs: number): void {
  for (const order of [...account.openOrders.values()]) {
    if (order.symbol !== symbol || !account.openOrders.has(order.id)) continue;
    const filled = take(venue, account, order, true, timeMs);
    if (filled === order) continue;
    afterPositionChange(venue, account, symbol, order.positionSide, timeMs);
    finishAlgoOf(venue, account, filled, timeMs);
  }
}

/** How much the book would give an order right now, for fill-or-kill and post-only. */
export function immediatelyFillable(
  venue: Venue,
  symbol: string,
  side: Side,
  limit: number,
  timeMs: number,
): Decimal {
  const { market } = venue.listings.get(symbol)!;
  let steps = 0;
  for (const level of oppositeLevels(venue, symbol, side, timeMs)) {
    if (!reaches(side, level.priceTicks / market.ticksPerUnit, limit)) break;
    steps += level.steps;
  }
  return new Decimal(steps).div(market.stepsPerUnit);
}

export function closeOrder(
  venue: Venue,
  account: Account,
  order: Order,
  status: 'CANCELED' | 'EXPIRED',
  timeMs: number,
): Order {
  const closed: Order = { ...order, status, updatedAtMs: timeMs };
  account.putOrder(closed);
  venue.emit({ kind: 'order', accountId: account.id, order: closed, execution: status, timeMs });
  return closed;
}

function take(venue: Venue, account: Account, order: Order, maker: boolean, timeMs: number): Order {
  const { market } = venue.listings.get(order.symbol)!;
  const anyPrice = order.side === 'BUY' ? Number.POSITIVE_INFINITY : 0;
  const limit = order.type === 'LIMIT' ? order.price.toNumber() : anyPrice;
  let current = order;
  for (const level of oppositeLevels(venue, order.symbol, order.side, timeMs)) {
    if (!reaches(order.side, level.priceTicks / market.ticksPerUnit, limit)) break;
    const wanted = wantedQuantity(account, current);
    if (wanted.isZero()) break;
    const quantity = Decimal.min(wanted, new Decimal(level.steps).div(market.stepsPerUnit));
    if (quantity.isZero()) continue;
    level.steps -= quantity.times(market.stepsPerUnit).toNumber();
    const price = maker ? order.price : new Decimal(level.priceTicks).div(market.ticksPerUnit);
    current = settleFill(venue, account, current, price, quantity, maker, timeMs);
  }
  return current;
}

function wantedQuantity(account: Account, order: Order): Decimal {
  const remaining = order.quantity.minus(order.executed);
  if (!order.reduceOnly) return remaining;
  const position = account.position(order.symbol, order.positionSide);
  return reduces(position, order.side) ? Decimal.min(remaining, position.amount.abs()) : new Decimal(0);
}

function oppositeLevels(venue: Venue, symbol: string, side: Side, timeMs: number) {
  const book = venue.book(symbol, timeMs);
  return side === 'BUY' ? book.asks : book.bids;
}

/** Both sides are the doubles nearest to a price on its tick, so comparing them is exact. */
function reaches(side: Side, price: number, limit: number): boolean {
  return side === 'BUY' ? price <= limit : price >= limit;
}
