/** Which log lines a person wants to see. */
import { LOG_LEVELS, type LogLevel } from '@platform/contracts';
import type { LogEntry } from './entry';
import { isLogOf } from './places';

/** The names of all formats, as loud as ours in the same order. */
const LEVELS: readonly (readonly string[])[] = [
  ['trace', 'trc'],
  ['debug', 'dbg', 'debug1', 'debug2'],
  ['info', 'inf', 'log', 'notice', 'hint', 'detail', 'statement'],
  ['warn', 'warning', 'wrn'],
  ['error', 'err'],
  ['fatal', 'ftl', 'panic'],
];

export interface LogFilter {
  /** This level and those above it. */
  readonly level?: LogLevel;
  readonly code?: string;
  /** Lines about this bot, and its own log. */
  readonly botId?: string;
  readonly traceId?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** What is left to look for in the log of this process. */
export function filterWithin(process: string, filter: LogFilter): LogFilter {
  if (filter.botId === undefined || !isLogOf(filter.botId, process)) return filter;
  const { botId: _, ...rest } = filter;
  return rest;
}

export function matches(entry: LogEntry, filter: LogFilter): boolean {
  const { level, code, botId, traceId, fromMs, toMs } = filter;
  const isDated = fromMs !== undefined || toMs !== undefined;
  return (
    (level === undefined || loudness(entry.level) >= LOG_LEVELS.indexOf(level)) &&
    (code === undefined || entry.code === code) &&
    (botId === undefined || entry.botId === botId) &&
    (traceId === undefined || entry.traceId === traceId) &&
    (!isDated || isWithin(entry.timeMs, fromMs ?? 0, toMs ?? Number.POSITIVE_INFINITY))
  );
}

/** What must stand in a line for it to match: whole blocks without it need not be read. */
export function needlesOf({ code, botId, traceId }: LogFilter): string[] {
  return [code, botId, traceId].filter((each) => each !== undefined);
}

function loudness(level: string): number {
  const found = LEVELS.findIndex((names) => names.includes(level.toLowerCase()));
  return found === -1 ? LOG_LEVELS.indexOf('info') : found;
}

function isWithin(timeMs: number | undefined, fromMs: number, toMs: number): boolean {
  return timeMs !== undefined && timeMs >= fromMs && timeMs <= toMs;
}
