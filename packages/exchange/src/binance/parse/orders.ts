/** Orders as the REST endpoints show them. */
import type { Trade } from '../../port/account';
import type { ConditionalOrder, Order } from '../../port/orders';
import { decimal, type Fields, fields, flag, id, optionalText, text, timeMs } from '../../transport/fields';
import { algoStatus, forcedBy, isAgainst, orderStatus, positionSide, side } from './words';

export function parseOrder(body: unknown): Order {
  const from = fields(body);
  const clientOrderId = text(from, 'clientOrderId');
  const sides = { side: side(from, 'side'), positionSide: positionSide(from, 'positionSide') };
  return {
    symbol: text(from, 'symbol'),
    orderId: id(from, 'orderId'),
    clientOrderId,
    ...sides,
    type: text(from, 'type').toLowerCase(),
    status: orderStatus(from, 'status'),
    quantity: decimal(from, 'origQty'),
    filledQuantity: decimal(from, 'executedQty'),
    price: decimal(from, 'price'),
    // The answers to placing and cancelling leave it out.
    averagePrice: from['avgPrice'] === undefined ? undefined : decimal(from, 'avgPrice'),
    isReducing: flag(from, 'reduceOnly') || isAgainst(sides),
    forcedBy: forcedBy(clientOrderId),
    updatedAtMs: timeMs(from, 'updateTime'),
  };
}

export function parseConditionalOrder(body: unknown): ConditionalOrder {
  const from = fields(body);
  const sides = { side: side(from, 'side'), positionSide: positionSide(from, 'positionSide') };
  return {
    symbol: text(from, 'symbol'),
    conditionalId: id(from, 'algoId'),
    clientOrderId: text(from, 'clientAlgoId'),
    ...sides,
    type: text(from, 'orderType').toLowerCase(),
    status: algoStatus(from, 'algoStatus'),
    // A trailing stop has none until it is active.
    triggerPrice: decimalOrZero(from, 'triggerPrice'),
    quantity: decimalOrZero(from, 'quantity'),
    isReducing: flag(from, 'closePosition') || flag(from, 'reduceOnly') || isAgainst(sides),
    orderId: optionalText(from, 'actualOrderId'),
    updatedAtMs: timeMs(from, 'updateTime'),
  };
}

/** What an order of its kind need not carry: one that closes the whole position has no quantity. */
export function decimalOrZero(from: Fields, name: string): string {
  const value = from[name];
  return value === undefined || value === null || value === '' ? '0' : decimal(from, name);
}

export function parseTrade(body: unknown): Trade {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    tradeId: id(from, 'id'),
    orderId: id(from, 'orderId'),
    side: side(from, 'side'),
    positionSide: positionSide(from, 'positionSide'),
    price: decimal(from, 'price'),
    quantity: decimal(from, 'qty'),
    commission: decimal(from, 'commission'),
    commissionAsset: text(from, 'commissionAsset'),
    realizedPnl: decimal(from, 'realizedPnl'),
    isMaker: flag(from, 'maker'),
    timeMs: timeMs(from, 'time'),
  };
}
