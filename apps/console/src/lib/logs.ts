/** Log lines as the console asks for them, links to them and saves them. */
import { LOG_LINES, type LogLine, type LogsResponse } from '@platform/contracts';
import { isUuid } from '@platform/core';
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
  /** How many lines of the last millisecond of `until` were shown before. */
  readonly skip: string;
}

/** A follower begins so far before the moment at which it began to follow: it asks every two seconds. */
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
    skip: untilMs === null || !/^\d{1,5}$/.test(filters.skip) ? null : Number(filters.skip),
  });
}

/** Where the lines before those that are shown are. */
export function olderLogs({ toMs, skip }: { toMs: number; skip: number }): Partial<LogFilters> {
  return { until: utcField(toMs), skip: String(skip) };
}

/** No browser and no disk is overwhelmed by so many lines; fifty questions to the manager. */
const MOST_SAVED = 100_000;

/** All lines that match, page after page from the newest, as the text of a file that says where it ends. */
export async function allLogs(
  ask: (query: Record<string, string | number>) => Promise<LogsResponse>,
  query: Record<string, string | number>,
): Promise<string> {
  const pages: (readonly LogLine[])[] = [];
  let [count, cursor] = [0, {}];
  for (;;) {
    const { items, older, isWhole } = await ask({ ...query, ...cursor, limit: LOG_LINES.max });
    pages.unshift(items);
    count += items.length;
    const lines = () => pages.flat();
    if (!isWhole) return logText(lines(), 'the search took too long, so older lines may be missing');
    if (older === null) return logText(lines(), null);
    if (count >= MOST_SAVED) {
      const end = `${utcField(older.toMs)} UTC`;
      return logText(lines(), `these are the newest ${count} lines that match; older ones end at ${end}`);
    }
    cursor = { to_ms: older.toMs, skip: older.skip };
  }
}

/** Why nothing can match; undefined where something may. */
export function faultOf({ code, trace }: LogFilters): string | undefined {
  if (!/^([a-z][a-z0-9_]{0,99})?$/i.test(code.trim())) return 'An error code is like EXECUTOR_DB_TRANSIENT';
  if (trace.trim() !== '' && !isUuid(trace.trim())) return 'A trace id is a UUID of 36 characters';
  return undefined;
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
/** The newest lines are shown first: those of now would hide what led to an alert of hours ago. */
const AFTER_ALERT_MS = 5 * 60_000;

/**
 * Where the lines around an alert are: of its code and its bot, or of the process it is about. What happens
 * on a network of the exchange is the executor's to explain, whichever process measures it.
 */
export function logsOfAlert({ startsAt, labels }: AlertSeen): string {
  const text = (name: string) => {
    const value = labels[name];
    return typeof value === 'string' && value.length <= 100 ? value : '';
  };
  const [code, bot] = [text('code'), text('botId')];
  const process = text('producer') || (text('network') === '' ? text('job') : 'executor');
  return logsAddress({
    code,
    bot,
    process: bot === '' && code === '' && process !== 'bot' ? process : '',
    from: utcField(toMs(startsAt) - BEFORE_ALERT_MS),
    until: utcField(toMs(startsAt) + AFTER_ALERT_MS),
  });
}

export function logsAddress(filters: Partial<LogFilters>): string {
  return `/logs?${new URLSearchParams(withoutEmpty(filters) as Record<string, string>).toString()}`;
}

/** One line each, for a file, which says itself what is missing of it. */
function logText(lines: readonly LogLine[], missing: string | null): string {
  const texts = lines.map(({ timeMs, process, level, message }) => {
    const time = timeMs === null ? '' : new Date(timeMs).toISOString();
    return `${time.padEnd(24)} ${process} ${level} ${message}\n`;
  });
  return [...(missing === null ? [] : [`NOT WHOLE: ${missing}.\n`]), ...texts].join('');
}

function withoutEmpty(values: object): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
}
