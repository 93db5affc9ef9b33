/** Order intents: what a bot asks of the executor. intent_id is the idempotency key everywhere. */
import { type Static, Type } from 'typebox';
import { INTENT_SIDES } from '../vocabulary/trading';
import { Closed, DecimalString, OneOf, PositiveDecimalString, Uuid } from './primitives';

export const EmitIntentRequest = Closed({
  intent_id: Uuid,
  side: OneOf(INTENT_SIDES),
  qty: PositiveDecimalString,
  /** Open to any number or none: the executor judges them (sl_missing_or_invalid). */
  sl: Type.Optional(DecimalString),
  tp: Type.Optional(DecimalString),
});
export type EmitIntentRequest = Static<typeof EmitIntentRequest>;

export const EmitIntentResponse = Type.Object({
  intent_id: Uuid,
  status: OneOf(['emitted', 'duplicate']),
  fence: Type.String({ description: 'Fence token the intent was written with' }),
});
export type EmitIntentResponse = Static<typeof EmitIntentResponse>;
