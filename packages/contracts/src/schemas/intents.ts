/** Order intents: what a bot asks of the executor. intent_id is the idempotency key everywhere. */
import { type Static, Type } from 'typebox';
import { INTENT_OUTCOMES, INTENT_SIDES } from '../vocabulary/trading';
import { Closed, OneOf, PositiveDecimalString, Uuid } from './primitives';

export const EmitIntentRequest = Closed({
  intent_id: Uuid,
  side: OneOf(INTENT_SIDES),
  qty: PositiveDecimalString,
  sl: PositiveDecimalString,
  tp: Type.Optional(PositiveDecimalString),
});
export type EmitIntentRequest = Static<typeof EmitIntentRequest>;

export const EmitIntentResponse = Type.Object({
  intent_id: Uuid,
  status: OneOf(['emitted', 'duplicate']),
  fence: Type.String({ description: 'Fence token the intent was written with' }),
});
export type EmitIntentResponse = Static<typeof EmitIntentResponse>;

export const IntentOutcomeName = OneOf(INTENT_OUTCOMES);
