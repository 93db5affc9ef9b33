/**
 * The order path as the console shows it: what bots asked for, what became of it, and the orders at the
 * exchange. camelCase.
 */
import { type Static, Type } from 'typebox';
import { INTENT_SIDES, INTENT_STATES, NETWORKS, ORDER_LEGS, ORDER_STATUSES } from '../vocabulary/trading';
import {
  Closed,
  DecimalString,
  EpochMs,
  IsoTime,
  Nullable,
  OneOf,
  PageQuery,
  TimeframeName,
  TradingSymbol,
  Uuid,
} from './primitives';

export const FillView = Type.Object({
  id: Type.String(),
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  tradeId: Type.String(),
  leg: Nullable(OneOf(ORDER_LEGS)),
  side: OneOf(['buy', 'sell']),
  qty: DecimalString,
  price: DecimalString,
  fee: DecimalString,
  feeAsset: Nullable(Type.String()),
  realisedPnlUsd: DecimalString,
  isMaker: Type.Boolean(),
  orderId: Nullable(Type.String()),
  intentId: Nullable(Type.String()),
  tradeTime: EpochMs,
  createdAt: IsoTime,
});
export type FillView = Static<typeof FillView>;

export const OrderView = Type.Object({
  orderId: Type.String(),
  intentId: Nullable(Type.String()),
  botId: Nullable(Type.String()),
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  leg: OneOf(ORDER_LEGS),
  orderType: Type.String(),
  side: OneOf(['buy', 'sell']),
  qty: Nullable(DecimalString),
  price: Nullable(DecimalString),
  triggerPrice: Nullable(DecimalString),
  notionalUsd: Nullable(DecimalString),
  clientOrderId: Type.String({ description: 'Our name for it at the exchange' }),
  exchangeOrderId: Nullable(Type.String({ description: "The exchange's own, once it has answered" })),
  status: OneOf(ORDER_STATUSES, { description: 'unknown: the exchange may have it, and is asked' }),
  statusReason: Nullable(Type.String()),
  filledQty: DecimalString,
  averagePrice: Nullable(DecimalString),
  firstFillMs: Nullable(
    Type.Number({ description: "From the order's row to its first fill at the exchange, milliseconds" }),
  ),
  createdAt: IsoTime,
  updatedAt: IsoTime,
});
export type OrderView = Static<typeof OrderView>;

export const OrdersQuery = Closed({
  ...PageQuery,
  bot_id: Type.Optional(Uuid),
  symbol: Type.Optional(TradingSymbol),
  leg: Type.Optional(OneOf(ORDER_LEGS)),
  status: Type.Optional(OneOf(ORDER_STATUSES)),
});
export type OrdersQuery = Static<typeof OrdersQuery>;

export const IntentView = Type.Object({
  intentId: Type.String(),
  botId: Type.String(),
  strategy: Type.String(),
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  timeframe: TimeframeName,
  side: OneOf(INTENT_SIDES),
  qty: DecimalString,
  stopPrice: Nullable(DecimalString),
  takeProfitPrice: Nullable(DecimalString),
  barOpenTime: Nullable(EpochMs),
  traceId: Nullable(Type.String()),
  state: OneOf(INTENT_STATES),
  reason: Nullable(Type.String({ description: 'Why it was refused or superseded' })),
  decidedMs: Nullable(Type.Number({ description: 'From the intent to its outcome, milliseconds' })),
  orderedMs: Nullable(
    Type.Number({ description: 'From the intent to the first order for it, milliseconds' }),
  ),
  createdAt: IsoTime,
  orders: Type.Array(OrderView, { description: 'Entry, stop, target and exit, oldest first' }),
});
export type IntentView = Static<typeof IntentView>;

export const IntentsQuery = Closed({
  ...PageQuery,
  bot_id: Type.Optional(Uuid),
  symbol: Type.Optional(TradingSymbol),
  state: Type.Optional(OneOf(INTENT_STATES)),
});
export type IntentsQuery = Static<typeof IntentsQuery>;

export const CommandView = Type.Object({
  id: Type.String(),
  kind: OneOf(['flatten', 'pause', 'resume']),
  scope: Type.String(),
  botId: Nullable(Type.String()),
  reason: Type.String(),
  issuedBy: Type.String(),
  createdAt: IsoTime,
  /** When the executor had carried it out; flattens alone. */
  doneAt: Nullable(IsoTime),
});
export type CommandView = Static<typeof CommandView>;
