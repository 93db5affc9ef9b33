/**
 * Bodies of the risk service. `reason` and `scope` are open here because each way of getting them wrong has
 * its own code (RISK_REASON_REQUIRED, RISK_REASON_TOO_LONG, RISK_INVALID_SCOPE), which the service's domain
 * decides; null stands for an absent body, which is an absent reason.
 */
import { type Static, Type } from 'typebox';
import { MAX_REASON_CHARS } from '../limits';
import { BREAKER_OUTCOMES, BREAKER_STATUSES, BREAKERS } from '../vocabulary/risk';
import { Closed, EpochMs, IsoTime, JsonObject, Nullable, OneOf, PageQuery } from './primitives';

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

export const CloseRequest = Nullable(
  Closed({
    reason,
    scope: Type.Optional(
      Type.Unknown({ description: 'Required: bot:<uuid>, symbol:<SYMBOL> or cluster:<id>' }),
    ),
    pause: Type.Optional(
      Type.Boolean({ description: 'Pause the bots of the scope first, until somebody resumes them' }),
    ),
  }),
);
export type CloseRequest = Static<typeof CloseRequest>;

export const HaltResponse = Type.Object({ status: Type.Literal('halted') });
export type HaltResponse = Static<typeof HaltResponse>;

export const CloseResponse = Type.Object({
  status: Type.Literal('close_initiated'),
  positions_targeted: Type.Integer({ minimum: 0 }),
  paused_bots: Type.Array(Type.String()),
});
export type CloseResponse = Static<typeof CloseResponse>;

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

/** Open, so that RISK_INVALID_BOT_ID can be distinguished from other faults. */
export const PauseParams = Closed({ id: Type.String() });

export const BreakerState = Type.Object({
  breaker: OneOf(BREAKERS),
  scope: Type.String({ description: 'portfolio, bot:<uuid>, symbol:<SYMBOL> or cluster:<id>' }),
  status: OneOf(BREAKER_STATUSES),
  outcome: OneOf(BREAKER_OUTCOMES),
  value: Nullable(Type.Number()),
  highest_today: Nullable(Type.Number({ description: 'The highest value since 00:00 UTC' })),
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

export const LimitParams = Closed({ name: Type.String() });

export const SetLimitRequest = Nullable(
  Closed({
    reason,
    value: Type.Optional(Type.Unknown({ description: 'Required: a number within min and max' })),
  }),
);

export const RiskLimitRecord = Type.Object({
  name: Type.String(),
  value: Type.Number(),
  default: Type.Number(),
  min: Type.Number(),
  max: Type.Number(),
  description: Type.String(),
  updated_by: Type.String(),
  updated_at: IsoTime,
});
export type RiskLimitRecord = Static<typeof RiskLimitRecord>;

export const RiskLimitsResponse = Type.Object({ limits: Type.Array(RiskLimitRecord) });

export const DrillRequest = Nullable(
  Closed({
    reason,
    breaker: Type.Optional(OneOf(BREAKERS, { description: 'Required: the breaker to trip' })),
  }),
);
export const DrillResponse = Type.Object({
  status: Type.Literal('drill_started'),
  breaker: OneOf(BREAKERS),
  value: Type.Number({ description: 'What the breaker is made to see' }),
  expected_outcome: OneOf(BREAKER_OUTCOMES),
  lasts_ms: Type.Integer(),
});
export type DrillResponse = Static<typeof DrillResponse>;

export const CalendarEntry = Type.Object({
  id: Type.String(),
  event_name: Type.String(),
  starts_at_ms: EpochMs,
  minutes_before: Type.Integer(),
  minutes_after: Type.Integer(),
  created_by: Type.String(),
});
export type CalendarEntry = Static<typeof CalendarEntry>;

export const CalendarResponse = Type.Object({ events: Type.Array(CalendarEntry) });

const MINUTES = { minimum: 0, maximum: 10_080, default: 30 };

export const AddCalendarRequest = Closed({
  reason,
  event_name: Type.String({ pattern: '^[^\\u0000-\\u001f]{1,128}$' }),
  starts_at_ms: EpochMs,
  minutes_before: Type.Optional(Type.Integer(MINUTES)),
  minutes_after: Type.Optional(Type.Integer(MINUTES)),
});

export const CalendarParams = Closed({ id: Type.String({ pattern: '^\\d{1,18}$' }) });
export const RemoveCalendarResponse = Type.Object({ status: Type.Literal('removed') });
