/** Plain orders: place, query, cancel, list. */
import { WEEK_MS } from '@platform/core';
import { ERRORS } from '../../domain/errors';
import { accept, refuse } from '../../domain/trading/checks';
import { cancelOrder, checkOrder, placeOrder } from '../../domain/trading/orders';
import type { Order } from '../../domain/trading/types';
import { acknowledgedView, orderView, tradeView } from '../../wire/orders';
import { type Answer, ID_PATTERN, integer, limitOf, type Routes, type SignedCall } from '../call';

export const TRADE_ROUTES: Routes = {
  'POST /fapi/v1/order': { security: 'trade', weight: 0, isOrder: true, handle: place },
  'POST /fapi/v1/order/test': { security: 'trade', weight: 0, handle: test },
  'GET /fapi/v1/order': { security: 'read', weight: 1, handle: (call) => query(call, false) },
  'GET /fapi/v1/openOrder': { security: 'read', weight: 1, handle: (call) => query(call, true) },
  'DELETE /fapi/v1/order': { security: 'trade', weight: 1, handle: cancel },
  'GET /fapi/v1/openOrders': {
    security: 'read',
    weight: (params) => (params['symbol'] === undefined ? 40 : 1),
    handle: (call) => list(call, openOrdersOf(call), isOpen),
  },
  'DELETE /fapi/v1/allOpenOrders': { security: 'trade', weight: 1, handle: cancelAll },
  'GET /fapi/v1/allOrders': { security: 'read', weight: 5, handle: history },
  'GET /fapi/v1/userTrades': { security: 'read', weight: 5, handle: trades },
  'GET /fapi/v1/forceOrders': {
    security: 'read',
    weight: (params) => (params['symbol'] === undefined ? 50 : 20),
    handle: (call) =>
      list(call, call.account.orders.all(call.asOfMs), (order) => order.type === 'LIQUIDATION'),
  },
};

function place(call: SignedCall): Answer {
  const placed = placeOrder(call.venue, call.account, call.params, call.nowMs);
  if (!placed.ok) return placed;
  const spec = specOf(call, placed.value.symbol);
  const view = call.params['newOrderRespType'] === 'RESULT' ? orderView : acknowledgedView;
  return accept(view(placed.value, spec));
}

/** Everything an order is checked for, without an order. */
function test(call: SignedCall): Answer {
  const checked = checkOrder(call.venue, call.account, call.params, call.nowMs);
  return checked.ok ? accept(acknowledgedView(checked.value, specOf(call, checked.value.symbol))) : checked;
}

function query(call: SignedCall, openOnly: boolean): Answer {
  const found = find(call, call.asOfMs);
  if (found !== undefined && 'code' in found) return refuse(found);
  if (found === undefined || (openOnly && !isOpen(found))) return refuse(ERRORS.noSuchOrder());
  return accept(orderView(found, specOf(call, found.symbol)));
}

function cancel(call: SignedCall): Answer {
  const found = find(call, call.nowMs);
  if (found !== undefined && 'code' in found) return refuse(found);
  const cancelled = cancelOrder(call.venue, call.account, found, call.nowMs);
  return cancelled.ok ? accept(orderView(cancelled.value, specOf(call, cancelled.value.symbol))) : cancelled;
}

function cancelAll(call: SignedCall): Answer {
  const { symbol } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  for (const order of [...call.account.openOrders.values()]) {
    if (order.symbol === symbol) cancelOrder(call.venue, call.account, order, call.nowMs);
  }
  return accept({ code: 200, msg: 'The operation of cancel all open order is done.' });
}

/** A lagging read must look through history; a current one has them at hand. */
function openOrdersOf(call: SignedCall): Iterable<Order> {
  return call.asOfMs < call.nowMs ? call.account.orders.all(call.asOfMs) : call.account.openOrders.values();
}

function list(call: SignedCall, orders: Iterable<Order>, wanted: (order: Order) => boolean): Answer {
  const { symbol } = call.params;
  if (symbol !== undefined && !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  const rows: unknown[] = [];
  for (const order of orders) {
    if (symbol !== undefined && order.symbol !== symbol) continue;
    if (wanted(order)) rows.push(orderView(order, specOf(call, order.symbol)));
  }
  return accept(rows);
}

/** Orders of one symbol, oldest first: from an id on, or within a time window of at most a week. */
function history(call: SignedCall): Answer {
  const { symbol, orderId } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  if (orderId !== undefined && !ID_PATTERN.test(orderId)) return refuse(ERRORS.mandatory('orderId'));
  const limit = limitOf(call, 500, 1000);
  if (!limit.ok) return limit;
  const window = timeWindow(call);
  if (window === undefined) return refuse(ERRORS.intervalTooLong());
  const rows: Order[] = [];
  for (const order of call.account.orders.all(call.asOfMs)) {
    if (order.symbol !== symbol) continue;
    const inRange =
      orderId === undefined
        ? order.createdAtMs >= window.fromMs && order.createdAtMs <= window.toMs
        : order.id >= BigInt(orderId);
    if (inRange) rows.push(order);
  }
  const page = orderId === undefined ? rows.slice(-limit.value) : rows.slice(0, limit.value);
  return accept(page.map((order) => orderView(order, specOf(call, symbol))));
}

/** Oldest first: from a trade on, or of one week from a start, to an end, or to now. */
function trades(call: SignedCall): Answer {
  const { symbol, orderId } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return refuse(ERRORS.badSymbol());
  if (orderId !== undefined && !ID_PATTERN.test(orderId)) return refuse(ERRORS.mandatory('orderId'));
  const limit = limitOf(call, 500, 1000);
  if (!limit.ok) return limit;
  const { fromId: fromText, startTime, endTime } = call.params;
  const fromId = integer(fromText);
  if (fromText !== undefined && fromId === undefined) return refuse(ERRORS.badParameter('fromId'));
  if (fromId !== undefined && (startTime ?? endTime) !== undefined) return refuse(ERRORS.badCombination());
  const window = timeWindow(call);
  if (window === undefined) return refuse(ERRORS.intervalTooLong());
  const rows = call.account.fills.filter(
    (fill) =>
      fill.symbol === symbol &&
      fill.timeMs <= call.asOfMs &&
      (orderId === undefined || fill.orderId === BigInt(orderId)) &&
      (fromId === undefined
        ? fill.timeMs >= window.fromMs && fill.timeMs <= window.toMs
        : fill.tradeId >= fromId),
  );
  return accept(rows.slice(0, limit.value).map((fill) => tradeView(fill, specOf(call, symbol))));
}

/** The asked time window, by default the last week; undefined when it is longer than the venue allows. */
export function timeWindow(call: SignedCall): { fromMs: number; toMs: number } | undefined {
  const startMs = integer(call.params['startTime']);
  const endMs = integer(call.params['endTime']);
  const fromMs = startMs ?? (endMs ?? call.nowMs) - WEEK_MS;
  const toMs = endMs ?? fromMs + WEEK_MS;
  return toMs - fromMs > WEEK_MS ? undefined : { fromMs, toMs };
}

/** By id or by client id; an id of another symbol is no order of this one. */
function find(call: SignedCall, asOfMs: number) {
  const { symbol, orderId, origClientOrderId } = call.params;
  if (symbol === undefined || !call.venue.listings.has(symbol)) return ERRORS.badSymbol();
  if (orderId === undefined && origClientOrderId === undefined) {
    return ERRORS.eitherMandatory('origClientOrderId', 'orderId');
  }
  if (orderId !== undefined && !ID_PATTERN.test(orderId)) return ERRORS.mandatory('orderId');
  const order =
    orderId === undefined
      ? call.account.orders.byClientId(origClientOrderId!, asOfMs)
      : call.account.orders.get(BigInt(orderId), asOfMs);
  return order?.symbol === symbol ? order : undefined;
}

function isOpen(order: Order): boolean {
  return order.status === 'NEW' || order.status === 'PARTIALLY_FILLED';
}

export function specOf(call: SignedCall, symbol: string) {
  return call.venue.listings.get(symbol)!.market.spec;
}
