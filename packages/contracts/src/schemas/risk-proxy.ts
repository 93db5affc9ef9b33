/** The operator's commands behind the manager: the same requests, answered in the console's casing. */
import { type Static, Type } from 'typebox';
import { BREAKER_OUTCOMES, BREAKERS } from '../vocabulary/risk';
import { NETWORKS, POSITION_SIDES } from '../vocabulary/trading';
import { Closed, DecimalString, IsoTime, Nullable, OneOf, TradingSymbol } from './primitives';

/** Open, so that the risk service's own code for a bad id comes through. */
export const RiskPauseParams = Closed({ bot_id: Type.String() });

export const BffResumeResponse = Type.Object({
  status: Type.Literal('resumed'),
  resumedBots: Type.Array(Type.String()),
});
export const BffFlattenResponse = Type.Object({
  status: Type.Literal('flatten_initiated'),
  positionsTargeted: Type.Integer({ minimum: 0 }),
});
export const BffHaltResponse = Type.Object({ status: Type.Literal('halted') });
export const BffCloseResponse = Type.Object({
  status: Type.Literal('close_initiated'),
  positionsTargeted: Type.Integer({ minimum: 0 }),
  pausedBots: Type.Array(Type.String()),
});
export const BffDrillResponse = Type.Object({
  status: Type.Literal('drill_started'),
  breaker: OneOf(BREAKERS),
  value: Type.Number({ description: 'What the breaker is made to see' }),
  expectedOutcome: OneOf(BREAKER_OUTCOMES),
  lastsMs: Type.Integer(),
});
export const BffLimitResponse = Type.Object({
  name: Type.String(),
  value: Type.Number(),
  updatedBy: Type.String(),
  updatedAt: IsoTime,
});
export const BffPauseResponse = Type.Object({ status: Type.Literal('paused'), botId: Type.String() });

/** The reason is open, so that it is refused by the codes that all operator acts refuse it with. */
export const BffAcceptPositionRequest = Closed({
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  side: Type.Optional(OneOf(POSITION_SIDES, { description: 'Both sides when absent' })),
  reason: Type.Optional(Type.Unknown({ description: 'Why; required, at most 500 characters' })),
});
export type BffAcceptPositionRequest = Static<typeof BffAcceptPositionRequest>;

export const BffAcceptPositionResponse = Type.Object({
  status: Type.Literal('position_accepted'),
  network: OneOf(NETWORKS),
  symbol: TradingSymbol,
  adjustments: Type.Array(
    Type.Object({
      botId: Nullable(Type.String({ description: 'Null for what no bot answers for' })),
      side: OneOf(POSITION_SIDES),
      qtyBefore: DecimalString,
      qtyAfter: DecimalString,
    }),
    { description: 'Empty when books and exchange agreed already' },
  ),
});
