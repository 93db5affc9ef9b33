/** What happens to bots and their orders, as rows of bot_events and as live events. */
import { type Static, Type } from 'typebox';
import { Nullable, OneOf, Uuid } from '../schemas/primitives';
import { NETWORK_SCOPES, NETWORKS } from '../vocabulary/trading';

export const BREAK_GLASS_OUTCOMES = ['AuthFail', 'StaleConfirm', 'MalformedRequest', 'Accepted'] as const;
export type BreakGlassOutcome = (typeof BREAK_GLASS_OUTCOMES)[number];

/**
 * Traded by somebody else, closed by an order of another bot or by the exchange itself, or accepted by an
 * operator.
 */
export const POSITION_ADJUSTMENT_CAUSES = ['traded_elsewhere', 'another_bot', 'forced', 'accepted'] as const;
export type PositionAdjustmentCause = (typeof POSITION_ADJUSTMENT_CAUSES)[number];

export const BotEvent = Type.Union([
  Type.Object({
    kind: Type.Literal('IntentRejected'),
    bot_id: Uuid,
    intent_id: Uuid,
    reason_code: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('ReconcileComplete'),
    network: OneOf(NETWORKS),
    anomalies: Type.Integer({ minimum: 0 }),
    fixed: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({
    kind: Type.Literal('ReconcileQuarantine'),
    network: OneOf(NETWORKS),
    critical_anomalies: Type.Integer({ minimum: 1 }),
  }),
  Type.Object({
    kind: Type.Literal('BreakGlassInvoked'),
    outcome: OneOf(BREAK_GLASS_OUTCOMES),
    network_scope: Nullable(OneOf(NETWORK_SCOPES)),
    trace_id: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('FlattenStepComplete'),
    network: OneOf(NETWORKS),
    symbol: Type.String(),
    step: Type.String(),
    trace_id: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('PositionAdjusted'),
    bot_id: Nullable(Uuid),
    network: OneOf(NETWORKS),
    symbol: Type.String(),
    /** Signed. */
    change: Type.String(),
    cause: OneOf(POSITION_ADJUSTMENT_CAUSES),
  }),
]);
export type BotEvent = Static<typeof BotEvent>;
export type BotEventKind = BotEvent['kind'];
