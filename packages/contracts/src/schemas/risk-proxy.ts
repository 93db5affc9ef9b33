/** The risk commands behind the manager: the same requests, answered in the console's casing. */
import { Type } from 'typebox';
import { Closed, IsoTime } from './primitives';

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
export const BffLimitResponse = Type.Object({
  name: Type.String(),
  value: Type.Number(),
  updatedBy: Type.String(),
  updatedAt: IsoTime,
});
export const BffPauseResponse = Type.Object({ status: Type.Literal('paused'), botId: Type.String() });
