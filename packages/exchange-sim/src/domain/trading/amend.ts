/**
 * Changing price and quantity of a resting limit order. It keeps its id; a change that fills at once trades
 * at once.
 */
import { ERRORS, type VenueError } from '../errors';
import type { Account } from './account';
import { finishAlgoOf } from './aftermath';
import { accept, checkPriceBand, checkQuantity, refuse } from './checks';
import { closeOrder, execute } from './matching';
import { bookProblem, marginProblem, notionalProblem, type OrderParams, priceOf } from './orders';
import type { Amendment, Order, Outcome } from './types';
import type { Venue } from './venue';

const MOST_AMENDMENTS = 10_000;

export function amendOrder(
  venue: Venue,
  account: Account,
  found: Order | undefined,
  params: OrderParams,
  timeMs: number,
): Outcome<Order> {
  const before = found === undefined ? undefined : account.openOrders.get(found.id);
  if (before === undefined) return refuse(ERRORS.noSuchOrder());
  const changed = changedOrder(venue, before, params, timeMs);
  if (!changed.ok) return changed;
  const order = changed.value;
  // Less than what has traded already means: no more of it.
  if (order.quantity.lte(before.executed)) return accept(cancelled(venue, account, before, timeMs));
  const count = account.amendments.filter((row) => row.order.id === before.id).length + 1;
  if (count > MOST_AMENDMENTS) return refuse(ERRORS.tooManyAmendments());
  const problem = admissionProblem(venue, account, before, order, timeMs);
  if (problem !== undefined) return refuse(problem);
  if (bookProblem(venue, order, timeMs) !== undefined)
    return accept(cancelled(venue, account, before, timeMs));
  const amendment: Amendment = { id: account.amendments.length + 1, order, before, count, timeMs };
  account.amendments.push(amendment);
  account.putOrder(order);
  venue.emit({ kind: 'order', accountId: account.id, order, execution: 'AMENDMENT', amendment, timeMs });
  return accept(execute(venue, account, order, timeMs));
}

function changedOrder(venue: Venue, before: Order, params: OrderParams, timeMs: number): Outcome<Order> {
  const listing = venue.listings.get(before.symbol)!;
  if (listing.filters.status !== 'TRADING') return refuse(ERRORS.amendNotTrading());
  if (before.type !== 'LIMIT') return refuse(ERRORS.amendLimitOnly());
  if (params['side'] === undefined) return refuse(ERRORS.mandatory('side'));
  if (params['side'] !== before.side) return refuse(ERRORS.badSide());
  const quantity = checkQuantity(params['quantity'], listing.market.spec, listing.filters, false);
  if (!quantity.ok) return quantity;
  const price = priceOf(venue, listing, params, timeMs);
  if (!price.ok) return price;
  const unchanged = price.value.eq(before.price) && quantity.value.eq(before.quantity);
  if (unchanged) return refuse(ERRORS.sameOrder());
  const priceMatch = params['priceMatch'] ?? 'NONE';
  return accept({
    ...before,
    price: price.value,
    quantity: quantity.value,
    priceMatch,
    updatedAtMs: timeMs,
  });
}

function admissionProblem(
  venue: Venue,
  account: Account,
  before: Order,
  order: Order,
  timeMs: number,
): VenueError | undefined {
  const listing = venue.listings.get(order.symbol)!;
  const mark = venue.markPrice(order.symbol, timeMs);
  const band = checkPriceBand(order.side, order.price, mark, listing.filters, listing.market.spec);
  if (band !== undefined) return band;
  if (order.reduceOnly) {
    const { amount } = account.position(order.symbol, order.positionSide);
    return order.quantity.minus(order.executed).gt(amount.abs()) ? ERRORS.reduceOnlyRejected() : undefined;
  }
  if (notionalProblem(listing, order, mark) !== undefined) return ERRORS.amendMinNotional();
  // The order itself no longer ties up what it asks for again.
  account.openOrders.delete(before.id);
  const problem = marginProblem(venue, account, order, timeMs);
  account.openOrders.set(before.id, before);
  return problem;
}

function cancelled(venue: Venue, account: Account, order: Order, timeMs: number): Order {
  const closed = closeOrder(venue, account, order, 'CANCELED', timeMs);
  finishAlgoOf(venue, account, closed, timeMs);
  return closed;
}
