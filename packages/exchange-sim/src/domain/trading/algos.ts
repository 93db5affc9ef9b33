/**
 * Conditional orders (the Algo Service): checked lightly when placed, fully when they trigger. No margin is
 * checked before the trigger; a close-position stop needs a position and there is one per direction and kind.
 */
import { Decimal } from 'decimal.js';
import { ERRORS, type VenueError } from '../errors';
import { hashText } from '../random';
import type { Account } from './account';
import { updateAlgo } from './aftermath';
import {
  accept,
  checkClientId,
  checkPositionSide,
  checkPrice,
  checkQuantity,
  parseDecimal,
  refuse,
} from './checks';
import { enterOrder, isReduceOnly, marginProblem, type OrderParams } from './orders';
import { reduces, ZERO } from './position';
import type {
  AlgoOrder,
  AlgoType,
  Order,
  Outcome,
  PositionSide,
  Side,
  TimeInForce,
  Trailing,
  WorkingType,
} from './types';
import type { Listing, Venue } from './venue';

const TYPES = new Set(['STOP_MARKET', 'TAKE_PROFIT_MARKET', 'STOP', 'TAKE_PROFIT', 'TRAILING_STOP_MARKET']);
const WORKING_TYPES = new Set(['CONTRACT_PRICE', 'MARK_PRICE']);

export function placeAlgo(
  venue: Venue,
  account: Account,
  params: OrderParams,
  timeMs: number,
): Outcome<AlgoOrder> {
  const draft = draftAlgo(venue, account, params, timeMs);
  if (!draft.ok) return draft;
  const algo = draft.value;
  if (account.openAlgos.size >= venue.listings.get(algo.symbol)!.filters.maxAlgoOrders) {
    return refuse(ERRORS.maxAlgoOrders());
  }
  const problem = algo.closePosition ? closePositionProblem(account, algo) : undefined;
  if (problem !== undefined) return refuse(problem);
  if (isTriggered(venue, algo, timeMs)) return refuse(ERRORS.wouldTrigger());
  return accept(updateAlgo(venue, account, algo, {}, timeMs));
}

export function cancelAlgo(
  venue: Venue,
  account: Account,
  algo: AlgoOrder | undefined,
  timeMs: number,
): Outcome<AlgoOrder> {
  if (algo === undefined || !account.openAlgos.has(algo.id)) return refuse(ERRORS.unknownOrder());
  return accept(updateAlgo(venue, account, algo, { status: 'CANCELED' }, timeMs));
}

/** Triggers every conditional order of the symbol whose price has been reached. */
export function triggerAlgos(venue: Venue, account: Account, symbol: string, timeMs: number): void {
  for (const algo of [...account.openAlgos.values()]) {
    if (algo.symbol !== symbol || !account.openAlgos.has(algo.id)) continue;
    const followed = follow(venue, account, algo, timeMs);
    if (isTriggered(venue, followed, timeMs)) trigger(venue, account, followed, timeMs);
  }
}

function draftAlgo(venue: Venue, account: Account, params: OrderParams, timeMs: number): Outcome<AlgoOrder> {
  const listing = venue.listings.get(params['symbol'] ?? '');
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const problem = formProblem(account, params);
  if (problem !== undefined) return refuse(problem);
  const { filters } = listing;
  const { spec } = listing.market;
  const type = params['type'] as AlgoType;
  const closePosition = isTrue(params['closePosition']);
  const limit = type === 'STOP' || type === 'TAKE_PROFIT';
  const trailing = trailingOf(venue, listing, params, timeMs);
  if (!trailing.ok) return trailing;
  const triggerPrice =
    trailing.value === undefined
      ? checkPrice('triggerPrice', params['triggerPrice'], spec, filters)
      : accept(ZERO);
  if (!triggerPrice.ok) return triggerPrice;
  const price = limit ? checkPrice('price', params['price'], spec, filters) : accept(ZERO);
  if (!price.ok) return price;
  const quantity = closePosition ? accept(ZERO) : checkQuantity(params['quantity'], spec, filters, !limit);
  if (!quantity.ok) return quantity;
  const id = venue.algoId();
  return accept({
    id,
    clientAlgoId: params['clientAlgoId'] || `sim_${id}`,
    symbol: spec.symbol,
    side: params['side'] as Side,
    positionSide: (params['positionSide'] as PositionSide | undefined) ?? 'BOTH',
    type,
    timeInForce: (params['timeInForce'] as TimeInForce | undefined) ?? 'GTC',
    triggerPrice: triggerPrice.value,
    price: price.value,
    quantity: quantity.value,
    reduceOnly: closePosition || isReduceOnly(params),
    closePosition,
    priceProtect: isTrue(params['priceProtect']),
    workingType: (params['workingType'] as WorkingType | undefined) ?? 'CONTRACT_PRICE',
    trailing: trailing.value,
    status: 'NEW',
    actualOrderId: undefined,
    rejectReason: '',
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
    triggeredAtMs: 0,
  });
}

function formProblem(account: Account, params: OrderParams): VenueError | undefined {
  const { side, type } = params;
  if (params['algoType'] === undefined) return ERRORS.mandatory('algoType');
  if (params['algoType'] !== 'CONDITIONAL') return ERRORS.badParameter('algoType');
  if (side === undefined) return ERRORS.mandatory('side');
  if (side !== 'BUY' && side !== 'SELL') return ERRORS.badSide();
  if (type === undefined) return ERRORS.mandatory('type');
  if (!TYPES.has(type)) return ERRORS.badOrderType();
  const sideProblem = checkPositionSide(params, account.hedgeMode);
  if (sideProblem !== undefined) return sideProblem;
  const workingType = params['workingType'];
  if (workingType !== undefined && !WORKING_TYPES.has(workingType)) return ERRORS.badWorkingType();
  if (isTrue(params['closePosition'])) {
    if (params['quantity'] !== undefined) return ERRORS.quantityWithClosePosition();
    if (isTrue(params['reduceOnly'])) return ERRORS.notRequired('reduceOnly');
    if (!type.endsWith('_MARKET') || type.startsWith('TRAILING')) return ERRORS.badOrderType();
  }
  const clientId = params['clientAlgoId'];
  if (clientId === undefined || clientId === '') return undefined;
  for (const open of account.openAlgos.values()) {
    if (open.clientAlgoId === clientId) return ERRORS.duplicateClientId();
  }
  return checkClientId(clientId);
}

function closePositionProblem(account: Account, algo: AlgoOrder): VenueError | undefined {
  if (!reduces(positionOf(account, algo), algo.side)) return ERRORS.gteNeedsPosition();
  for (const open of account.openAlgos.values()) {
    if (open.symbol !== algo.symbol || open.side !== algo.side || !open.closePosition) continue;
    if (open.type === algo.type && open.positionSide === algo.positionSide)
      return ERRORS.closePositionExists();
  }
  return undefined;
}

function positionOf(account: Account, order: AlgoOrder | Order) {
  return account.position(order.symbol, order.positionSide);
}

/** The price that a conditional order watches. */
function watchedPrice(
  venue: Venue,
  algo: Pick<AlgoOrder, 'symbol' | 'workingType'>,
  timeMs: number,
): Decimal {
  return algo.workingType === 'MARK_PRICE'
    ? venue.markPrice(algo.symbol, timeMs)
    : venue.lastPrice(algo.symbol, timeMs);
}

function trailingOf(
  venue: Venue,
  { market, filters }: Listing,
  params: OrderParams,
  timeMs: number,
): Outcome<Trailing | undefined> {
  if (params['type'] !== 'TRAILING_STOP_MARKET') return accept(undefined);
  if (params['triggerPrice'] !== undefined) return refuse(ERRORS.wouldTrigger());
  const callbackRate = parseDecimal('callbackRate', params['callbackRate']);
  if (!callbackRate.ok) return callbackRate;
  if (callbackRate.value.lt('0.1') || callbackRate.value.gt(10)) {
    return refuse(ERRORS.badParameter('callbackRate'));
  }
  if (params['activatePrice'] === undefined) {
    return accept({ activatePrice: ZERO, callbackRate: callbackRate.value, extreme: undefined });
  }
  const activatePrice = checkPrice('activatePrice', params['activatePrice'], market.spec, filters);
  if (!activatePrice.ok) return activatePrice;
  const last = venue.lastPrice(market.spec.symbol, timeMs);
  const reached = params['side'] === 'SELL' ? activatePrice.value.lt(last) : activatePrice.value.gt(last);
  if (reached) return refuse(ERRORS.badActivatePrice());
  return accept({ activatePrice: activatePrice.value, callbackRate: callbackRate.value, extreme: undefined });
}

/** A trailing stop moves its trigger after the best price; no event is sent until it triggers. */
function follow(venue: Venue, account: Account, algo: AlgoOrder, timeMs: number): AlgoOrder {
  const { trailing } = algo;
  if (trailing === undefined) return algo;
  const price = watchedPrice(venue, algo, timeMs);
  const sells = algo.side === 'SELL';
  const { activatePrice, callbackRate, extreme } = trailing;
  const active =
    extreme !== undefined ||
    activatePrice.isZero() ||
    (sells ? price.gte(activatePrice) : price.lte(activatePrice));
  if (!active) return algo;
  const best =
    extreme === undefined ? price : sells ? Decimal.max(extreme, price) : Decimal.min(extreme, price);
  if (extreme?.eq(best) === true) return algo;
  const distance = callbackRate.div(100);
  const { priceDecimals } = venue.listings.get(algo.symbol)!.market.spec;
  const trigger = best.times(sells ? new Decimal(1).minus(distance) : distance.plus(1));
  const followed: AlgoOrder = {
    ...algo,
    triggerPrice: trigger.toDecimalPlaces(priceDecimals),
    trailing: { ...trailing, extreme: best },
    updatedAtMs: timeMs,
  };
  account.putAlgo(followed);
  return followed;
}

function isTriggered(venue: Venue, algo: AlgoOrder, timeMs: number): boolean {
  if (algo.trailing !== undefined && algo.trailing.extreme === undefined) return false;
  const price = watchedPrice(venue, algo, timeMs);
  const isStop = algo.type !== 'TAKE_PROFIT' && algo.type !== 'TAKE_PROFIT_MARKET';
  const risesInto = isStop === (algo.side === 'BUY');
  return risesInto ? price.gte(algo.triggerPrice) : price.lte(algo.triggerPrice);
}

function trigger(venue: Venue, account: Account, algo: AlgoOrder, timeMs: number): void {
  const fault = venue.triggerFault(algo);
  const triggering = updateAlgo(
    venue,
    account,
    algo,
    { status: 'TRIGGERING', triggeredAtMs: timeMs },
    timeMs,
  );
  if (fault === 'stuck') return;
  const order = orderOf(venue, account, triggering, timeMs);
  const problem =
    fault === 'rejected' ? ERRORS.marginInsufficient() : triggerProblem(venue, account, order, timeMs);
  if (problem !== undefined) {
    updateAlgo(venue, account, triggering, { status: 'REJECTED', rejectReason: problem.msg }, timeMs);
    return;
  }
  account.algoOfOrder.set(order.id, algo.id);
  const at = venue.pendingEvents().length;
  updateAlgo(venue, account, triggering, { status: 'TRIGGERED', actualOrderId: order.id }, timeMs, order);
  enterOrder(venue, account, order, timeMs);
  postponeTriggered(venue, algo, at);
}

/**
 * The venue mostly announces TRIGGERED after the order's own events, sometimes among or before them: the seed
 * decides.
 */
function postponeTriggered(venue: Venue, algo: AlgoOrder, at: number): void {
  const draw = hashText(venue.options.seed, String(algo.id)) % 4;
  if (draw === 0) return;
  const followers = venue.pendingEvents().slice(at + 1);
  const end = followers.findIndex((event) => event.kind === 'algo' && event.algo.id === algo.id);
  const last = end < 0 ? followers.length : end;
  venue.postpone(at, at + (draw === 1 ? Math.min(1, last) : last));
}

function triggerProblem(
  venue: Venue,
  account: Account,
  order: Order,
  timeMs: number,
): VenueError | undefined {
  if (!order.reduceOnly) return marginProblem(venue, account, order, timeMs);
  return reduces(positionOf(account, order), order.side) ? undefined : ERRORS.reduceOnlyRejected();
}

function orderOf(venue: Venue, account: Account, algo: AlgoOrder, timeMs: number): Order {
  const limit = algo.type === 'STOP' || algo.type === 'TAKE_PROFIT';
  const held = positionOf(account, algo).amount.abs();
  return {
    id: venue.orderId(algo.symbol),
    clientOrderId: algo.clientAlgoId,
    symbol: algo.symbol,
    side: algo.side,
    positionSide: algo.positionSide,
    type: limit ? 'LIMIT' : 'MARKET',
    origType: algo.type,
    timeInForce: algo.timeInForce,
    price: algo.price,
    stopPrice: algo.triggerPrice,
    quantity: algo.closePosition ? held : algo.reduceOnly ? Decimal.min(held, algo.quantity) : algo.quantity,
    executed: ZERO,
    quoteFilled: ZERO,
    reduceOnly: algo.reduceOnly,
    closePosition: algo.closePosition,
    workingType: algo.workingType,
    goodTillMs: 0,
    priceMatch: 'NONE',
    status: 'NEW',
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  };
}

function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}
