import { LOG_LEVELS, type LogLevel } from '@platform/contracts';
import { isUuid } from '@platform/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isCalendarDay } from '../calendar';

interface LogOptions {
  readonly follow?: boolean;
  readonly lines: number;
  readonly level?: LogLevel;
  readonly code?: string;
  readonly bot?: string;
  readonly trace?: string;
  readonly since?: number;
  readonly until?: number;
}

export function registerLogs(program: Command): void {
  program
    .command('logs')
    .argument('[service]', 'one process, or bot-<id>; default: all, interleaved by time')
    .option('-f, --follow', 'keep showing new lines')
    .option('-n, --lines <count>', 'number of lines to start with', lineCount, 50)
    .addOption(new Option('--level <level>', 'this level and above').choices(LOG_LEVELS))
    .option('--code <code>', 'lines with this error code', errorCode)
    .option('--bot <id>', 'lines about this bot, and its own log', uuid)
    .option('--trace <id>', 'lines with this trace id', uuid)
    .option('--since <time>', 'ISO time (UTC), or how long ago: 15m, 2h, 1d', moment)
    .option('--until <time>', 'the same', moment)
    .description('show the logs of all processes, readable, one line each')
    .action(async (service: string | undefined, options: LogOptions) => {
      const { operatorAction } = await import('../operator-action');
      await operatorAction(async () => await showLogs(service, options));
    });
}

async function showLogs(service: string | undefined, options: LogOptions): Promise<number> {
  const { homeFromEnvironment, logPlaces, OperatorFault } = await import('@platform/stack');
  const { followEntries, lastEntries, loggedProcesses, renderLogEntry } = await import(
    '@platform/service-kit/log-files'
  );
  const { printLine } = await import('../operator-action');
  const places = logPlaces(homeFromEnvironment(process.env));
  const known = loggedProcesses(places);
  if (known.length === 0) {
    throw new OperatorFault(
      `There are no logs in ${places.processes} yet: start the platform with ./platform up.`,
    );
  }
  if (service !== undefined && !known.includes(service)) {
    throw new OperatorFault(`There is no log of ${service.slice(0, 100)}; there are: ${known.join(', ')}.`);
  }
  const chosen = () => (service === undefined ? loggedProcesses(places) : [service]);
  const filter = filterOf(options);
  for (const entry of await lastEntries(places, chosen(), options.lines, filter))
    printLine(renderLogEntry(entry));
  if (options.follow === true) {
    const interrupted = new AbortController();
    process.once('SIGINT', () => interrupted.abort()).once('SIGTERM', () => interrupted.abort());
    // Piped into `head`, the reader may leave first.
    process.stdout.once('error', () => interrupted.abort());
    const show: Parameters<typeof followEntries>[3] = (entry) => printLine(renderLogEntry(entry));
    await followEntries(places, chosen, filter, show, interrupted.signal);
  }
  return 0;
}

function filterOf({ level, code, bot, trace, since, until }: LogOptions) {
  return {
    ...(level === undefined ? {} : { level }),
    ...(code === undefined ? {} : { code }),
    ...(bot === undefined ? {} : { botId: bot }),
    ...(trace === undefined ? {} : { traceId: trace }),
    ...(since === undefined ? {} : { fromMs: since }),
    ...(until === undefined ? {} : { toMs: until }),
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/;
/** They are sorted before the first is shown. */
const MOST_LINES = 100_000;

/** A time without a zone is UTC, as those that are shown. */
function moment(text: string): number {
  const ago = /^(\d+)([smhd])$/.exec(text);
  if (ago !== null) return Date.now() - Number(ago[1]) * UNIT_MS[ago[2]!]!;
  const [iso = '', time, , , zone] = ISO.exec(text) ?? [];
  const timeMs = Date.parse(time !== undefined && zone === undefined ? `${iso}Z` : iso);
  if (Number.isNaN(timeMs) || !isCalendarDay(iso.slice(0, 10)))
    throw new InvalidArgumentError('give a time like 2026-11-17T09:00, or 15m, 2h, 1d.');
  return timeMs;
}

function lineCount(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > MOST_LINES)
    throw new InvalidArgumentError(`give a whole number up to ${MOST_LINES}.`);
  return Number(text);
}

function uuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('give an id like 01923456-789a-7000-8000-0000000000ab.');
  return text.toLowerCase();
}

function errorCode(text: string): string {
  if (!/^[a-z][a-z0-9_]{0,99}$/i.test(text))
    throw new InvalidArgumentError('give a code like EXECUTOR_DB_TRANSIENT.');
  return text.toUpperCase();
}
