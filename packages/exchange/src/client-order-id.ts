/**
 * Client order ids derive from the intent and the leg, so that every retry of a leg carries the same id and
 * an id found at the exchange leads back to its intent. 32 hex digits and one letter stay under the
 * exchange's limit of 36.
 */
import type { OrderLeg } from '@platform/contracts';
import { isUuid } from '@platform/core';

const LETTER: Readonly<Record<OrderLeg, string>> = { entry: 'e', sl: 's', tp: 't', exit: 'x', flatten: 'f' };
const LEG = new Map(Object.entries(LETTER).map(([leg, letter]) => [letter, leg as OrderLeg]));
const PATTERN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([estxf])(\d{0,3})$/;

/**
 * `attempt` numbers replacements of a leg (a moved stop); the first has none. A retry is not a replacement.
 */
export function clientOrderId(intentId: string, leg: OrderLeg, attempt = 0): string {
  if (!isUuid(intentId)) throw new RangeError(`not an intent id: ${intentId}`);
  if (!Number.isInteger(attempt) || attempt < 0 || attempt > 999) throw new RangeError(`attempt ${attempt}`);
  return intentId.replaceAll('-', '').toLowerCase() + LETTER[leg] + (attempt === 0 ? '' : attempt);
}

/** Whose order this is; undefined when the id is not one of ours. */
export function parseClientOrderId(
  id: string,
): { readonly intentId: string; readonly leg: OrderLeg; readonly attempt: number } | undefined {
  const match = PATTERN.exec(id);
  if (match === null) return undefined;
  const [, a, b, c, d, e, letter, attempt] = match;
  return { intentId: `${a}-${b}-${c}-${d}-${e}`, leg: LEG.get(letter!)!, attempt: Number(attempt) };
}
