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

/** The reason, or whatever else the event carries that a person can read. */
export function detailOf(event: FeedEvent): string {
  if (event.reason !== null) return event.reason;
  return Object.entries(event.metadata)
    .filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
    )
    .filter(([name]) => !/trace|(^|_)id$|_ts$|_at$|^resource_type$/.test(name))
    .map(([name, value]) => `${words(name).toLowerCase()} ${String(value)}`)
    .join(' · ');
}
