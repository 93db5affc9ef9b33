/** Payloads of the bus, in snake_case. PostgreSQL remembers; these only carry. */
import { type Static, Type } from 'typebox';
import { Kline, MarketName } from '../schemas/market';
import {
  DecimalString,
  EpochMs,
  JsonObject,
  Nullable,
  OneOf,
  PositiveDecimalString,
  TimeframeName,
  TradingSymbol,
  Uuid,
} from '../schemas/primitives';
import { DATASET_KINDS } from '../vocabulary/datasets';
import { BREAKER_OUTCOMES, BREAKER_STATUSES, BREAKERS } from '../vocabulary/risk';
import { INTENT_SIDES, NETWORKS, ORDER_LEGS } from '../vocabulary/trading';

/** market.klines.exchange.{market}.{symbol}.{timeframe}: a closed bar. */
export const KlineMessage = Type.Object({
  market: MarketName,
  symbol: TradingSymbol,
  timeframe: TimeframeName,
  ...Kline.properties,
});
export type KlineMessage = Static<typeof KlineMessage>;

/**
 * intents.executor: a copy of the row in trading.order_intents. The fence is a string: it may outgrow a
 * double.
 */
export const OrderIntent = Type.Object({
  intent_id: Uuid,
  bot_id: Uuid,
  strategy: Type.String(),
  symbol: TradingSymbol,
  timeframe: TimeframeName,
  network: OneOf(NETWORKS),
  side: OneOf(INTENT_SIDES),
  qty: DecimalString,
  sl: Nullable(DecimalString),
  tp: Nullable(DecimalString),
  fence: Type.String({ pattern: '^\\d+$' }),
  bar_open_time: Nullable(EpochMs),
  signal_digest: Nullable(Type.String()),
  trace_id: Nullable(Type.String()),
  created_at: EpochMs,
});
export type OrderIntent = Static<typeof OrderIntent>;

/** risk.events.{breaker|latch}: a breaker changed its state or the latch moved. */
export const RiskEvent = Type.Object({
  event_id: Type.String(),
  breaker: Nullable(OneOf(BREAKERS)),
  scope: Type.String(),
  event: Type.String(),
  status: Nullable(OneOf(BREAKER_STATUSES)),
  outcome: Nullable(OneOf(BREAKER_OUTCOMES)),
  value: Nullable(Type.Number()),
  threshold: Nullable(Type.Number()),
  halted: Type.Boolean(),
  trace_id: Nullable(Type.String()),
  created_at: EpochMs,
  metadata: JsonObject,
});
export type RiskEvent = Static<typeof RiskEvent>;

/** trading.fills.{bot_id}. */
export const FillMessage = Type.Object({
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  trade_id: Type.String(),
  bot_id: Uuid,
  intent_id: Nullable(Uuid),
  order_id: Nullable(Uuid),
  leg: Nullable(OneOf(ORDER_LEGS)),
  side: OneOf(['buy', 'sell']),
  qty: PositiveDecimalString,
  price: PositiveDecimalString,
  fee: DecimalString,
  fee_asset: Nullable(Type.String()),
  realized_pnl: DecimalString,
  is_maker: Type.Boolean(),
  trade_time: EpochMs,
});
export type FillMessage = Static<typeof FillMessage>;

/** bot:<bot_id>:warmup. */
export const WarmupEvent = Type.Object({
  status: OneOf(['ready', 'degraded']),
  trace_id: Uuid,
  served_at_ts: EpochMs,
  datasets_served: Type.Array(OneOf(DATASET_KINDS)),
  warnings: Type.Array(Type.String(), {
    description: 'Empty when ready; every partial dataset when degraded',
  }),
});
export type WarmupEvent = Static<typeof WarmupEvent>;
