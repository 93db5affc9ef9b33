/** Bodies of the executor's operator endpoints and its positions. */
import { type Static, Type } from 'typebox';
import { MAX_REASON_CHARS } from '../limits';
import { NETWORK_SCOPES, NETWORKS, ORDER_LEGS, POSITION_SIDES } from '../vocabulary/trading';
import { Closed, DecimalString, IsoTime, Nullable, OneOf, TradingSymbol, Uuid } from './primitives';

const network_scope = OneOf(NETWORK_SCOPES);

export const ClearNetworkQuarantineRequest = Closed({
  /** Any UUID that was never used before. */
  confirm_token: Uuid,
  network_scope,
});
export type ClearNetworkQuarantineRequest = Static<typeof ClearNetworkQuarantineRequest>;

export const ClearNetworkQuarantineResponse = Type.Object({
  status: Type.Literal('quarantine_cleared'),
  networks: Type.Array(OneOf(NETWORKS)),
});
export type ClearNetworkQuarantineResponse = Static<typeof ClearNetworkQuarantineResponse>;

export const NetworkFlattenRequest = Closed({
  network_scope,
  reason: Type.Optional(Type.String({ maxLength: MAX_REASON_CHARS })),
});
export type NetworkFlattenRequest = Static<typeof NetworkFlattenRequest>;

/**
 * What the break-glass route expects. The route itself takes any body: a malformed one is audited before it
 * is refused.
 */
export const BreakGlassFlattenRequest = Closed({
  confirm_ts: Type.Integer({ minimum: 0, description: 'Epoch seconds, within 60 seconds of now' }),
  network_scope,
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON_CHARS, pattern: '\\S' }),
});
export type BreakGlassFlattenRequest = Static<typeof BreakGlassFlattenRequest>;

export const BreakGlassFlattenResponse = Type.Object({
  status: Type.Literal('flatten_initiated'),
  network_scope,
  trace_id: Type.String(),
});
export type BreakGlassFlattenResponse = Static<typeof BreakGlassFlattenResponse>;

export const Position = Type.Object({
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  bot_id: Nullable(Type.String()),
  side: OneOf(POSITION_SIDES),
  qty: DecimalString,
  entry_price: DecimalString,
  mark_price: Nullable(DecimalString),
  unrealised_pnl_usd: Nullable(DecimalString),
  leverage: Nullable(Type.Number()),
  stop_price: Nullable(DecimalString),
  liquidation_price: Nullable(DecimalString),
  protected: Type.Boolean({ description: 'A live stop covers the whole quantity' }),
  updated_at: IsoTime,
});
export type Position = Static<typeof Position>;

/** Makes the books of a symbol agree with the exchange. */
export const AcceptPositionRequest = Closed({
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  /** Both sides when absent. */
  side: Type.Optional(OneOf(POSITION_SIDES)),
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON_CHARS, pattern: '\\S' }),
  /** Any UUID that was never used before. */
  confirm_token: Uuid,
});
export type AcceptPositionRequest = Static<typeof AcceptPositionRequest>;

const PositionAdjustment = Type.Object({
  bot_id: Nullable(Type.String({ description: 'Null for what no bot answers for' })),
  side: OneOf(POSITION_SIDES),
  qty_before: DecimalString,
  qty_after: DecimalString,
});
export type PositionAdjustment = Static<typeof PositionAdjustment>;

export const AcceptPositionResponse = Type.Object({
  status: Type.Literal('position_accepted'),
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  adjustments: Type.Array(PositionAdjustment, {
    description: 'Empty when books and exchange agreed already',
  }),
});
export type AcceptPositionResponse = Static<typeof AcceptPositionResponse>;

const UnresolvedOrder = Type.Object({
  symbol: TradingSymbol,
  bot_id: Nullable(Type.String()),
  leg: OneOf(ORDER_LEGS),
  status: OneOf(['submitting', 'unknown']),
  client_order_id: Type.String(),
  age_ms: Type.Number(),
});

const NetworkHealth = Type.Object({
  network: OneOf(NETWORKS),
  state: OneOf(['starting', 'settling', 'ready', 'quarantined', 'closed']),
  stream_live: Type.Boolean({ description: 'The user stream is connected and was heard from lately' }),
  last_reconcile_age_ms: Nullable(
    Type.Number({ description: 'Of the symbol that was compared longest ago' }),
  ),
  problem: Nullable(
    Type.String({
      description: 'What keeps the account, or a symbol of it, from being traded; null when nothing does',
    }),
  ),
  multi_assets: Nullable(
    Type.Boolean({
      description: 'What the account holds in other assets counts as margin; null until it was read',
    }),
  ),
  fee_discount: Nullable(
    Type.Boolean({
      description:
        "Fees are paid in the exchange's own asset while the account holds any; null until it was read",
    }),
  ),
  unresolved_orders: Type.Array(UnresolvedOrder, { description: 'Orders whose fate is not known yet' }),
});

export const PositionsResponse = Type.Object({
  positions: Type.Array(Position),
  networks: Type.Array(NetworkHealth),
});
export type PositionsResponse = Static<typeof PositionsResponse>;

export const ExchangePing = Type.Object({
  networks: Type.Array(
    Type.Object({
      network: OneOf(NETWORKS),
      reachable: Type.Boolean(),
      round_trip_ms: Nullable(Type.Number()),
      server_time_offset_ms: Nullable(Type.Number({ description: 'Exchange time minus local time' })),
    }),
  ),
});
export type ExchangePing = Static<typeof ExchangePing>;
