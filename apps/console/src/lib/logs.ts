/** Log lines as the console asks for them, links to them and saves them. */
import type { LogLine } from '@platform/contracts';
import { toMs } from './time';

/** What stands in the address. Times are UTC, as the console writes them everywhere. */
export interface LogFilters {
  readonly process: string;
  readonly level: string;
  readonly code: string;
  readonly bot: string;
  readonly trace: string;
  readonly from: string;
  readonly until: string;
}

/** So far back at most, a follower looks for lines: it asks every two seconds. */
const FOLLOWED_MS = 10 * 60_000;

/** The manager's query; `followedSinceMs` while what is logged is followed. */
export function logQuery(
  filters: LogFilters,
  followedSinceMs: number | null,
): Record<string, string | number> {
  const fromMs = utcMs(filters.from);
  const earliestMs = followedSinceMs === null ? null : followedSinceMs - FOLLOWED_MS;
  const untilMs = followedSinceMs === null ? utcMs(filters.until) : null;
  return withoutEmpty({
    process: filters.process,
    level: filters.level,
    code: filters.code.trim().toUpperCase(),
    bot_id: filters.bot,
    trace_id: filters.trace.trim(),
    from_ms: fromMs === null ? earliestMs : Math.max(fromMs, earliestMs ?? fromMs),
    to_ms: untilMs,
  });
}

/** `2026-11-17T09:00:00.000` without a zone is UTC; null for what is no time. */
export function utcMs(text: string): number | null {
  const timeMs = Date.parse(text === '' ? '' : `${text}Z`);
  return Number.isNaN(timeMs) || timeMs < 0 ? null : timeMs;
}

/** As a field for a time takes it, to the millisecond. */
export function utcField(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 23);
}

interface AlertSeen {
  readonly startsAt: string;
  readonly labels: Readonly<Record<string, unknown>>;
}

/** It may have taken some minutes to fire. */
const BEFORE_ALERT_MS = 10 * 60_000;

/** Where the lines around an alert are: of its code and its bot, or of its process. */
export function logsOfAlert({ startsAt, labels }: AlertSeen): string {
  const text = (name: string) => {
    const value = labels[name];
    return typeof value === 'string' && value.length <= 100 ? value : '';
  };
  const [code, bot, job] = [text('code'), text('botId'), text('job')];
  return logsAddress({
    code,
    bot,
    process: bot === '' && code === '' && job !== 'bot' ? job : '',
    from: utcField(toMs(startsAt) - BEFORE_ALERT_MS),
  });
}

export function logsAddress(filters: Partial<LogFilters>): string {
  return `/logs?${new URLSearchParams(withoutEmpty(filters) as Record<string, string>).toString()}`;
}

/** One line each, for a file. */
export function logText(lines: readonly LogLine[]): string {
  return lines
    .map(({ timeMs, process, level, message }) => {
      const time = timeMs === null ? '' : new Date(timeMs).toISOString();
      return `${time.padEnd(24)} ${process} ${level} ${message}\n`;
    })
    .join('');
}

function withoutEmpty(values: object): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
}
