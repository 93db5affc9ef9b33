/**
 * Bodies of the risk service. `reason` and `scope` are open here because each way of getting them wrong has its own
 * code (RISK_REASON_REQUIRED, RISK_REASON_TOO_LONG, RISK_INVALID_SCOPE), which the service's domain decides;
 * null stands for an absent body, which is an absent reason.
 */
import { type Static, Type } from 'typebox';
import { MAX_REASON_CHARS } from '../limits';
import { BREAKER_OUTCOMES, BREAKER_STATUSES, BREAKERS } from '../vocabulary/risk';
import { Closed, IsoTime, JsonObject, Nullable, OneOf, PageQuery } from './primitives';

const reason = Type.Optional(
  Type.Unknown({ description: `Required: a non-blank string of at most ${MAX_REASON_CHARS} characters` }),
);

export const ReasonRequest = Nullable(Closed({ reason }));
export type ReasonRequest = Static<typeof ReasonRequest>;

export const FlattenRequest = Nullable(
  Closed({
    reason,
    scope: Type.Optional(
      Type.Unknown({ description: 'all (the default), bot:<uuid>, symbol:<SYMBOL> or cluster:<id>' }),
    ),
  }),
);
export type FlattenRequest = Static<typeof FlattenRequest>;

export const ResumeResponse = Type.Object({
  status: Type.Literal('resumed'),
  resumed_bots: Type.Array(Type.String(), {
    description: 'Bots that the risk engine had paused; may be empty',
  }),
});
export type ResumeResponse = Static<typeof ResumeResponse>;

export const FlattenResponse = Type.Object({
  status: Type.Literal('flatten_initiated'),
  positions_targeted: Type.Integer({ minimum: 0 }),
});
export type FlattenResponse = Static<typeof FlattenResponse>;

export const PauseResponse = Type.Object({ status: Type.Literal('paused'), bot_id: Type.String() });
export type PauseResponse = Static<typeof PauseResponse>;

/** Open, so that RISK_INVALID_BOT_ID can be told from other faults. */
export const PauseParams = Closed({ id: Type.String() });

export const BreakerState = Type.Object({
  breaker: OneOf(BREAKERS),
  scope: Type.String({ description: 'portfolio, bot:<uuid>, symbol:<SYMBOL> or cluster:<id>' }),
  status: OneOf(BREAKER_STATUSES),
  outcome: OneOf(BREAKER_OUTCOMES),
  value: Nullable(Type.Number()),
  threshold: Nullable(Type.Number()),
  distance: Nullable(Type.Number({ description: 'threshold - value' })),
  since: Nullable(IsoTime),
  reason: Nullable(Type.String()),
});
export type BreakerState = Static<typeof BreakerState>;

export const BreakersResponse = Type.Object({ halted: Type.Boolean(), breakers: Type.Array(BreakerState) });

export const RiskEventRecord = Type.Object({
  id: Type.String(),
  breaker: Nullable(OneOf(BREAKERS)),
  event: Type.String(),
  created_at: IsoTime,
  metadata: JsonObject,
});
export type RiskEventRecord = Static<typeof RiskEventRecord>;

export const RiskAuditRecord = Type.Object({
  halt_trace_id: Type.String(),
  action: Type.String(),
  scope: Type.String(),
  reason: Type.String(),
  actor: Type.String(),
  created_at: IsoTime,
});
export type RiskAuditRecord = Static<typeof RiskAuditRecord>;

export const RiskPageQuery = Closed(PageQuery);
