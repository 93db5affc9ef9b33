/** Which log lines a person wants to see. */
import type { LogEntry } from './entry';

/** From the quietest to the loudest; the names of all formats. */
const LEVELS: readonly (readonly string[])[] = [
  ['trace', 'trc'],
  ['debug', 'dbg', 'debug1', 'debug2'],
  ['info', 'inf', 'log', 'notice', 'hint', 'detail', 'statement'],
  ['warn', 'warning', 'wrn'],
  ['error', 'err'],
  ['fatal', 'ftl', 'panic'],
];
export const LEVEL_NAMES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LevelName = (typeof LEVEL_NAMES)[number];

export interface LogFilter {
  /** This level and those above it. */
  readonly level?: LevelName;
  readonly code?: string;
  readonly botId?: string;
  readonly traceId?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
}

export function matches(entry: LogEntry, filter: LogFilter): boolean {
  const { level, code, botId, traceId, fromMs, toMs } = filter;
  const isDated = fromMs !== undefined || toMs !== undefined;
  return (
    (level === undefined || loudness(entry.level) >= LEVEL_NAMES.indexOf(level)) &&
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
  return found === -1 ? LEVEL_NAMES.indexOf('info') : found;
}

function isWithin(timeMs: number | undefined, fromMs: number, toMs: number): boolean {
  return timeMs !== undefined && timeMs >= fromMs && timeMs <= toMs;
}
