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

/** What a name not listed above counts as. */
const UNKNOWN = LOG_LEVELS.indexOf('info');

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

export function matches(entry: LogEntry, timeMs: number | undefined, filter: LogFilter): boolean {
  const { level, code, botId, traceId, fromMs, toMs } = filter;
  return (
    (level === undefined || loudness(entry.level) >= LOG_LEVELS.indexOf(level)) &&
    (code === undefined || entry.code === code) &&
    (botId === undefined || entry.botId === botId) &&
    (traceId === undefined || entry.traceId === traceId) &&
    (!isDated(filter) || isWithin(timeMs, fromMs ?? 0, toMs ?? Number.POSITIVE_INFINITY))
  );
}

export function isDated({ fromMs, toMs }: LogFilter): boolean {
  return fromMs !== undefined || toMs !== undefined;
}

/** False for a block, or a line, in which nothing can match: it need not be read any further. */
export function sieveOf({
  level = 'trace',
  code,
  botId,
  traceId,
}: LogFilter): (text: Buffer | string) => boolean {
  const needles = [code, botId, traceId].filter((each) => each !== undefined);
  const least = LOG_LEVELS.indexOf(level);
  const loud = new RegExp(LEVELS.slice(least).flat().join('|'), 'i');
  const isLoud = (text: Buffer | string) =>
    loud.test(typeof text === 'string' ? text : text.toString('latin1'));
  return (text) => needles.every((needle) => text.includes(needle)) && (least <= UNKNOWN || isLoud(text));
}

function loudness(level: string): number {
  const found = LEVELS.findIndex((names) => names.includes(level.toLowerCase()));
  return found === -1 ? UNKNOWN : found;
}

function isWithin(timeMs: number | undefined, fromMs: number, toMs: number): boolean {
  return timeMs !== undefined && timeMs >= fromMs && timeMs <= toMs;
}
