/**
 * Moments: UTC with the age beside it, the reader's own time on hover, and a mark on what is older than it
 * should be.
 */
'use client';

import { Clock3 } from 'lucide-react';
import { age, type Instant, local, toMs, utc } from '../lib/time';
import { useInBrowser, useNow } from './clock';

interface MomentProps {
  readonly at: Instant | null | undefined;
}

/** 2026-11-15 08:04:09 */
export function UtcTime({ at }: MomentProps) {
  const isInBrowser = useInBrowser();
  if (at === null || at === undefined) return <span className="text-faint">–</span>;
  return (
    <time
      dateTime={new Date(toMs(at)).toISOString()}
      title={isInBrowser ? local(at) : undefined}
      className="whitespace-nowrap"
    >
      {utc(at)}
    </time>
  );
}

/** 12 s ago; marked as stale when older than `expectedWithinMs`. */
export function Age({ at, expectedWithinMs }: MomentProps & { expectedWithinMs?: number }) {
  const now = useNow();
  if (at === null || at === undefined || now === null) return <span className="text-faint">–</span>;
  const isStale = expectedWithinMs !== undefined && now - toMs(at) > expectedWithinMs;
  return (
    <time
      dateTime={new Date(toMs(at)).toISOString()}
      title={`${utc(at)} UTC\n${local(at)}`}
      className="whitespace-nowrap"
    >
      {isStale ? <StaleMark /> : null}
      {age(at, now)}
    </time>
  );
}

/** 2026-11-15 08:04:09 · 12 s ago */
export function Moment({ at }: MomentProps) {
  return (
    <span className="whitespace-nowrap">
      <UtcTime at={at} /> <span className="text-faint">· </span>
      <Age at={at} />
    </span>
  );
}

/** Stands directly before a value that is older than it should be. */
export function StaleMark({ title = 'Older than it should be' }: { title?: string }) {
  return (
    <span title={title} className="mr-1 inline-flex items-center gap-1 text-warn">
      <Clock3 size={12} aria-hidden />
      <span>stale</span>
    </span>
  );
}
