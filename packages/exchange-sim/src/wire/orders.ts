/** Orders, algo orders, trades and income rows as the venue's REST endpoints print them. */
import type { SymbolSpec } from '../domain/symbols';
import type { AlgoOrder, Amendment, Fill, Income, MarginChange, Order } from '../domain/trading/types';
import { wireId } from './json';

export function averagePrice(order: Order, spec: SymbolSpec): string {
  if (order.executed.isZero()) return '0.00';
  return order.quoteFilled.div(order.executed).toFixed(spec.priceDecimals + 4);
}

/** An order as it is queried: with what it traded at. */
export function orderView(order: Order, spec: SymbolSpec) {
  const type = order.type === 'LIQUIDATION' ? 'LIMIT' : order.type;
  return {
    orderId: wireId(order.id),
    symbol: order.symbol,
    status: order.status,
    clientOrderId: order.clientOrderId,
    price: order.price.toFixed(spec.priceDecimals),
    avgPrice: averagePrice(order, spec),
    origQty: order.quantity.toFixed(spec.quantityDecimals),
    executedQty: order.executed.toFixed(spec.quantityDecimals),
    cumQty: order.executed.toFixed(spec.quantityDecimals),
    cumQuote: order.quoteFilled.toFixed(8),
    timeInForce: order.timeInForce,
    type,
    reduceOnly: order.reduceOnly,
    closePosition: order.closePosition,
    side: order.side,
    positionSide: order.positionSide,
    stopPrice: order.stopPrice.toFixed(spec.priceDecimals),
    workingType: order.workingType,
    priceProtect: false,
    origType: order.origType === 'LIQUIDATION' ? 'LIMIT' : order.origType,
    priceMatch: order.priceMatch,
    selfTradePreventionMode: 'EXPIRE_MAKER',
    goodTillDate: order.goodTillMs,
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
  };
}

/** The answer to placing, amending and cancelling: it does not say what the order traded at. */
export function changedView(order: Order, spec: SymbolSpec) {
  const { avgPrice: _average, cumQuote: _quote, time: _time, ...view } = orderView(order, spec);
  return view;
}

/** The default answer to a new order: accepted, nothing said about fills. */
export function acknowledgedView(order: Order, spec: SymbolSpec) {
  const zero = (0).toFixed(spec.quantityDecimals);
  return {
    ...changedView(order, spec),
    status: 'NEW',
    executedQty: zero,
    cumQty: zero,
    updateTime: order.createdAtMs,
  };
}

export function algoView(algo: AlgoOrder, spec: SymbolSpec, actual: Order | undefined) {
  return {
    algoId: wireId(algo.id),
    clientAlgoId: algo.clientAlgoId,
    algoType: 'CONDITIONAL',
    orderType: algo.type,
    symbol: algo.symbol,
    side: algo.side,
    positionSide: algo.positionSide,
    timeInForce: algo.timeInForce,
    quantity: algo.quantity.toFixed(spec.quantityDecimals),
    algoStatus: algo.status,
    actualOrderId: algo.actualOrderId === undefined ? '' : String(algo.actualOrderId),
    actualPrice: actual === undefined ? '0.00' : averagePrice(actual, spec),
    actualQty: (actual?.executed ?? algo.quantity.times(0)).toFixed(spec.quantityDecimals),
    actualType: actual?.type ?? '',
    triggerPrice: algo.triggerPrice.toFixed(spec.priceDecimals),
    price: algo.price.toFixed(spec.priceDecimals),
    icebergQuantity: null,
    tpTriggerPrice: '0.000',
    tpPrice: '0.000',
    slTriggerPrice: '0.000',
    slPrice: '0.000',
    tpOrderType: '',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    workingType: algo.workingType,
    priceMatch: 'NONE',
    closePosition: algo.closePosition,
    priceProtect: algo.priceProtect,
    reduceOnly: algo.reduceOnly,
    createTime: algo.createdAtMs,
    updateTime: algo.updatedAtMs,
    triggerTime: algo.triggeredAtMs,
    goodTillDate: 0,
    ...(algo.trailing === undefined
      ? {}
      : {
          activatePrice: algo.trailing.activatePrice.toFixed(spec.priceDecimals),
          callbackRate: algo.trailing.callbackRate.toFixed(),
        }),
  };
}

export function tradeView(fill: Fill, spec: SymbolSpec) {
  return {
    symbol: fill.symbol,
    id: fill.tradeId,
    orderId: wireId(fill.orderId),
    side: fill.side,
    price: fill.price.toFixed(spec.priceDecimals),
    qty: fill.quantity.toFixed(spec.quantityDecimals),
    realizedPnl: fill.realizedPnl.toFixed(8),
    quoteQty: fill.price.times(fill.quantity).toFixed(8),
    commission: fill.commission.toFixed(8),
    commissionAsset: fill.commissionAsset,
    marginAsset: spec.quoteAsset,
    time: fill.timeMs,
    buyer: fill.side === 'BUY',
    maker: fill.maker,
    positionSide: fill.positionSide,
  };
}

export function amendmentView(row: Amendment, spec: SymbolSpec) {
  const { order, before } = row;
  const price = (one: Order) => one.price.toFixed(spec.priceDecimals);
  const quantity = (one: Order) => one.quantity.toFixed(spec.quantityDecimals);
  return {
    amendmentId: row.id,
    symbol: order.symbol,
    pair: order.symbol,
    orderId: wireId(order.id),
    clientOrderId: order.clientOrderId,
    time: row.timeMs,
    amendment: {
      price: { before: price(before), after: price(order) },
      origQty: { before: quantity(before), after: quantity(order) },
      count: row.count,
    },
  };
}

export function marginChangeView(change: MarginChange) {
  return {
    symbol: change.symbol,
    type: change.type,
    deltaType: 'USER_ADJUST',
    amount: change.amount.toFixed(8),
    asset: 'USDT',
    time: change.timeMs,
    positionSide: change.positionSide,
  };
}

export function incomeView(income: Income) {
  return {
    symbol: income.symbol,
    incomeType: income.type,
    income: income.amount.toFixed(8),
    asset: income.asset,
    info: income.info,
    time: income.timeMs,
    tranId: wireId(income.tranId),
    tradeId: income.tradeId,
  };
}
