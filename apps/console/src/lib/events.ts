/** An event of the feed as one sentence and how loud it is. */
import { BREAKER_TITLES } from './breakers';
import { words } from './words';

export interface FeedEvent {
  readonly source: 'bot' | 'risk' | 'audit';
  readonly type: string;
  readonly breaker: keyof typeof BREAKER_TITLES | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const LOUD = /trip|halt|flatten|quarantine|error|lost|mismatch|failed|incomplete|timeout|bypass|rejected/i;

export function isLoud(event: FeedEvent): boolean {
  return LOUD.test(event.type);
}

export function sentenceOf(event: FeedEvent): string {
  const what = words(event.type);
  return event.breaker === null ? what : `${BREAKER_TITLES[event.breaker]}: ${what.toLowerCase()}`;
}

/** Names that say nothing to a person, in either spelling. */
const UNSAID = /trace|(^|_)ids?$|[a-z]Ids?$|_ts$|Ts$|_at$|At$|^resource_?type$/i;
/** Fields that are sentences already. */
const SENTENCES: ReadonlySet<string> = new Set(['message', 'reasons', 'warnings']);

/**
 * The reason, or whatever else the event carries that a person can read; lists as well, since a reason may be
 * one.
 */
export function detailOf(event: FeedEvent): string {
  if (event.reason !== null) return event.reason;
  return Object.entries(event.metadata)
    .filter(([name]) => !UNSAID.test(name))
    .flatMap(([name, value]) => {
      const text = textOf(value);
      return text === '' ? [] : [SENTENCES.has(name) ? text : `${words(name).toLowerCase()} ${text}`];
    })
    .join(' · ');
}

function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
