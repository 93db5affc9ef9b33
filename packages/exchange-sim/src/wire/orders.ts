/** Orders, algo orders, trades and income rows as the venue's REST endpoints print them. */
import type { SymbolSpec } from '../domain/symbols';
import type { AlgoOrder, Fill, Income, Order } from '../domain/trading/types';
import { wireId } from './json';

export function averagePrice(order: Order, spec: SymbolSpec): string {
  if (order.executed.isZero()) return '0.00';
  return order.quoteFilled.div(order.executed).toFixed(spec.priceDecimals + 4);
}

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
    priceMatch: 'NONE',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    goodTillDate: 0,
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
  };
}

/** The default answer to a new order: accepted, nothing said about fills. */
export function acknowledgedView(order: Order, spec: SymbolSpec) {
  const zero = (0).toFixed(spec.quantityDecimals);
  return {
    ...orderView(order, spec),
    status: 'NEW',
    avgPrice: '0.00',
    executedQty: zero,
    cumQty: zero,
    cumQuote: '0.00000000',
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
