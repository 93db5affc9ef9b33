/**
 * Which outbox rows the console sees, and on which channel: changes of breakers, and fills. The latch has a
 * channel of its own.
 */
import { fillsSubject, riskEventSubject, type WebsocketMessage } from '@platform/contracts';
import { camelFields } from './camel-case';

const FILLS = fillsSubject('');
const RISK = riskEventSubject('latch').replace(/latch$/, '');

export function publicationOf(
  subject: string,
  payload: unknown,
): Pick<WebsocketMessage, 'channel' | 'type' | 'payload'> | null {
  const event = { type: 'event', payload: camelFields(payload) } as const;
  if (subject.startsWith(FILLS)) return { channel: 'fills', ...event };
  if (subject === riskEventSubject('latch')) return null;
  return subject.startsWith(RISK) ? { channel: 'breaker_state', ...event } : null;
}
