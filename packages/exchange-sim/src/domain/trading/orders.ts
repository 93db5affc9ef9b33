/** Placing and cancelling plain orders. Every refusal happens before anything changes. */
import { Decimal } from 'decimal.js';
import { ERRORS, type VenueError } from '../errors';
import type { Account } from './account';
import { finishAlgoOf } from './aftermath';
import {
  accept,
  checkClientId,
  checkPositionSide,
  checkPrice,
  checkPriceBand,
  checkQuantity,
  refuse,
} from './checks';
import { marginSummary, maxNotional } from './margin';
import { closeOrder, execute, immediatelyFillable } from './matching';
import { reduces, ZERO } from './position';
import type { Order, Outcome, PositionSide, Side, TimeInForce } from './types';
import type { Listing, Venue } from './venue';

/** Raw parameters as they arrived. */
export type OrderParams = Readonly<Record<string, string | undefined>>;

const ALGO_TYPES = new Set([
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
]);
const TIMES_IN_FORCE = new Set(['GTC', 'IOC', 'FOK', 'GTX', 'GTD']);
const STP_MODES = new Set(['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH']);
const GTD_LEAST_MS = 600_000;

export function placeOrder(
  venue: Venue,
  account: Account,
  params: OrderParams,
  timeMs: number,
): Outcome<Order> {
  const checked = checkOrder(venue, account, params, timeMs);
  if (!checked.ok) return checked;
  const id = venue.orderId(checked.value.symbol);
  const order = { ...checked.value, id, clientOrderId: checked.value.clientOrderId || `sim_${id}` };
  return accept(enterOrder(venue, account, order, timeMs));
}

/** The order as it would be placed, or the refusal; changes nothing. */
export function checkOrder(
  venue: Venue,
  account: Account,
  params: OrderParams,
  timeMs: number,
): Outcome<Order> {
  const draft = draftOrder(venue, account, params, timeMs);
  if (!draft.ok) return draft;
  const problem = admissionProblem(venue, account, draft.value, timeMs);
  return problem === undefined ? accept(trimmed(account, draft.value)) : refuse(problem);
}

/** A reduce-only order larger than its position becomes as large as the position. */
function trimmed(account: Account, order: Order): Order {
  if (!order.reduceOnly) return order;
  const { amount } = account.position(order.symbol, order.positionSide);
  return { ...order, quantity: Decimal.min(order.quantity, amount.abs()) };
}

/** In hedge mode the pair of sides says it: selling a long or buying back a short only ever closes. */
export function isReduceOnly(params: OrderParams): boolean {
  const { side, positionSide } = params;
  if (positionSide === 'LONG') return side === 'SELL';
  if (positionSide === 'SHORT') return side === 'BUY';
  return params['reduceOnly']?.toLowerCase() === 'true';
}

/** Books the order as accepted and matches it. */
export function enterOrder(venue: Venue, account: Account, order: Order, timeMs: number): Order {
  account.putOrder(order);
  venue.emit({ kind: 'order', accountId: account.id, order, execution: 'NEW', timeMs });
  return execute(venue, account, order, timeMs);
}

export function cancelOrder(
  venue: Venue,
  account: Account,
  order: Order | undefined,
  timeMs: number,
): Outcome<Order> {
  if (order === undefined || !account.openOrders.has(order.id)) return refuse(ERRORS.unknownOrder());
  const cancelled = closeOrder(venue, account, account.openOrders.get(order.id)!, 'CANCELED', timeMs);
  finishAlgoOf(venue, account, cancelled, timeMs);
  return accept(cancelled);
}

function draftOrder(venue: Venue, account: Account, params: OrderParams, timeMs: number): Outcome<Order> {
  const listing = venue.listings.get(params['symbol'] ?? '');
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const problem = formProblem(account, params);
  if (problem !== undefined) return refuse(problem);
  const { filters } = listing;
  const { spec } = listing.market;
  const type = params['type'] as 'LIMIT' | 'MARKET';
  const quantity = checkQuantity(params['quantity'], spec, filters, type === 'MARKET');
  if (!quantity.ok) return quantity;
  const price = type === 'LIMIT' ? priceOf(venue, listing, params, timeMs) : accept(ZERO);
  if (!price.ok) return price;
  const goodTill = goodTillOf(params, timeMs);
  if (!goodTill.ok) return goodTill;
  return accept({
    id: 0n,
    clientOrderId: params['newClientOrderId'] ?? '',
    symbol: spec.symbol,
    side: params['side'] as Side,
    positionSide: (params['positionSide'] as PositionSide | undefined) ?? 'BOTH',
    type,
    origType: type,
    timeInForce: (params['timeInForce'] as TimeInForce | undefined) ?? 'GTC',
    price: price.value,
    stopPrice: ZERO,
    quantity: quantity.value,
    executed: ZERO,
    quoteFilled: ZERO,
    reduceOnly: isReduceOnly(params),
    closePosition: false,
    workingType: 'CONTRACT_PRICE',
    goodTillMs: goodTill.value,
    priceMatch: params['priceMatch'] ?? 'NONE',
    status: 'NEW',
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  });
}

function formProblem(account: Account, params: OrderParams): VenueError | undefined {
  const { side, type, timeInForce } = params;
  if (side === undefined) return ERRORS.mandatory('side');
  if (side !== 'BUY' && side !== 'SELL') return ERRORS.badSide();
  if (type === undefined) return ERRORS.mandatory('type');
  if (ALGO_TYPES.has(type)) return ERRORS.useAlgoService();
  if (type !== 'LIMIT' && type !== 'MARKET') return ERRORS.badOrderType();
  if (type === 'LIMIT' && timeInForce === undefined) return ERRORS.mandatory('timeInForce');
  if (type === 'MARKET' && timeInForce !== undefined) return ERRORS.notRequired('timeInForce');
  if (timeInForce !== undefined && !TIMES_IN_FORCE.has(timeInForce)) return ERRORS.badTimeInForce();
  const sideProblem = checkPositionSide(params, account.hedgeMode);
  if (sideProblem !== undefined) return sideProblem;
  const { priceMatch = 'NONE', selfTradePreventionMode = 'NONE', newOrderRespType = 'ACK' } = params;
  if (priceMatch !== 'NONE' && type !== 'LIMIT') return ERRORS.priceMatchNeedsLimit();
  if (!STP_MODES.has(selfTradePreventionMode)) return ERRORS.badSelfTradePrevention();
  if (newOrderRespType !== 'ACK' && newOrderRespType !== 'RESULT') return ERRORS.badResponseType();
  const clientId = params['newClientOrderId'];
  if (clientId === undefined || clientId === '') return undefined;
  for (const open of account.openOrders.values()) {
    if (open.clientOrderId === clientId) return ERRORS.duplicateClientId();
  }
  return checkClientId(clientId);
}

/** The given price, or the one that a price match takes from the book. */
export function priceOf(
  venue: Venue,
  listing: Listing,
  params: OrderParams,
  timeMs: number,
): Outcome<Decimal> {
  const { market, filters } = listing;
  const { priceMatch = 'NONE', price } = params;
  if (priceMatch === 'NONE') return checkPrice('price', price, market.spec, filters);
  const match = /^(OPPONENT|QUEUE)(?:_(5|10|20))?$/.exec(priceMatch);
  if (match === null) return refuse(ERRORS.badPriceMatch());
  if (price !== undefined) return refuse(ERRORS.notRequired('price'));
  const book = venue.book(market.spec.symbol, timeMs);
  const buys = params['side'] === 'BUY';
  const levels = (match[1] === 'QUEUE') === buys ? book.bids : book.asks;
  const level = levels[Number(match[2] ?? '1') - 1];
  if (level === undefined) return refuse(ERRORS.noDepthForPriceMatch());
  return accept(new Decimal(level.priceTicks).div(market.ticksPerUnit));
}

/** Whole seconds, at least ten minutes ahead. */
function goodTillOf(params: OrderParams, timeMs: number): Outcome<number> {
  const { timeInForce, goodTillDate } = params;
  if (timeInForce !== 'GTD') {
    return (goodTillDate ?? '0') === '0' ? accept(0) : refuse(ERRORS.notRequired('goodTillDate'));
  }
  if (goodTillDate === undefined) return refuse(ERRORS.mandatory('goodTillDate'));
  const tillMs = Math.floor(Number(goodTillDate) / 1000) * 1000;
  const tooSoon = !(tillMs > timeMs + GTD_LEAST_MS && tillMs < 253_402_300_799_000);
  return tooSoon ? refuse(ERRORS.badGoodTillDate()) : accept(tillMs);
}

function admissionProblem(
  venue: Venue,
  account: Account,
  order: Order,
  timeMs: number,
): VenueError | undefined {
  const listing = venue.listings.get(order.symbol)!;
  const mark = venue.markPrice(order.symbol, timeMs);
  const { status } = listing.filters;
  if (status === 'SETTLING' ? !order.reduceOnly : status !== 'TRADING') {
    return order.reduceOnly || status === 'CLOSE' ? ERRORS.symbolClosed() : ERRORS.symbolNotTrading();
  }
  if (order.type === 'LIMIT') {
    const band = checkPriceBand(order.side, order.price, mark, listing.filters, listing.market.spec);
    if (band !== undefined) return band;
  }
  if (account.openOrders.size >= listing.filters.maxOpenOrders) return ERRORS.maxOpenOrders();
  if (order.reduceOnly) return reduceOnlyProblem(account, order) ?? bookProblem(venue, order, timeMs);
  return (
    notionalProblem(listing, order, mark) ??
    marginProblem(venue, account, order, timeMs) ??
    bookProblem(venue, order, timeMs)
  );
}

/**
 * A resting order of the same side already claims part of the position: the new one must fit in what is left.
 * In hedge mode an order never closes more than its side holds; in one-way mode it is cut to the position.
 */
function reduceOnlyProblem(account: Account, order: Order): VenueError | undefined {
  const position = account.position(order.symbol, order.positionSide);
  const held = position.amount.abs();
  if (!reduces(position, order.side)) return ERRORS.reduceOnlyRejected();
  if (account.hedgeMode && order.quantity.gt(held)) return ERRORS.reduceOnlyRejected();
  let claimed = ZERO;
  for (const open of account.openOrders.values()) {
    if (open.symbol !== order.symbol || open.side !== order.side) continue;
    if (open.positionSide !== order.positionSide) continue;
    claimed = claimed.plus(open.quantity.minus(open.executed));
  }
  if (claimed.isZero()) return undefined;
  return claimed.plus(order.quantity).gt(held) ? ERRORS.reduceOnlyConflict() : undefined;
}

export function notionalProblem(listing: Listing, order: Order, mark: Decimal): VenueError | undefined {
  const price = order.type === 'LIMIT' ? order.price : mark;
  return price.times(order.quantity).lt(listing.filters.minNotional)
    ? ERRORS.minNotional(listing.filters.minNotional)
    : undefined;
}

/** Only what grows exposure needs margin; a fee's worth is kept back. */
export function marginProblem(
  venue: Venue,
  account: Account,
  order: Order,
  timeMs: number,
): VenueError | undefined {
  const { leverage } = account.symbolSettings(order.symbol);
  const position = account.position(order.symbol, order.positionSide);
  const { amount } = position;
  const mark = venue.markPrice(order.symbol, timeMs);
  const opposes = reduces(position, order.side);
  const opens = opposes ? Decimal.max(0, order.quantity.minus(amount.abs())) : order.quantity;
  if (opens.isZero()) return undefined;
  const price = order.type === 'LIMIT' ? order.price : mark;
  const value = opens.times(price);
  const after = opposes ? opens : amount.abs().plus(opens);
  if (after.times(mark).gt(maxNotional(leverage))) return ERRORS.maxLeverageRatio();
  const needed = value.div(leverage).plus(value.times(venue.takerFee));
  const { available } = marginSummary(account, (symbol) => venue.markPrice(symbol, timeMs));
  return needed.gt(available) ? ERRORS.marginInsufficient() : undefined;
}

export function bookProblem(venue: Venue, order: Order, timeMs: number): VenueError | undefined {
  if (order.timeInForce !== 'GTX' && order.timeInForce !== 'FOK') return undefined;
  const fillable = immediatelyFillable(venue, order.symbol, order.side, order.price.toNumber(), timeMs);
  if (order.timeInForce === 'GTX' && fillable.gt(0)) return ERRORS.postOnlyRejected();
  if (order.timeInForce === 'FOK' && fillable.lt(order.quantity)) return ERRORS.fillOrKillRejected();
  return undefined;
}
