import { LOG_LEVELS, type LogLevel } from '@platform/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';

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
    .argument('[service]', 'one process, or bot-<id>; all of them, interleaved by time, without it')
    .option('-f, --follow', 'keep showing what is logged')
    .option('-n, --lines <count>', 'how many lines to begin with', wholeNumber, 50)
    .addOption(new Option('--level <level>', 'this level and those above it').choices(LOG_LEVELS))
    .option('--code <code>', 'lines with this error code')
    .option('--bot <id>', 'lines about this bot, and its own log')
    .option('--trace <id>', 'lines with this trace id')
    .option('--since <time>', 'ISO time, or how long ago: 15m, 2h, 1d', moment)
    .option('--until <time>', 'the same', moment)
    .description('show what the processes log, one readable line each')
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
    throw new OperatorFault(`There is no log of ${service}; there are: ${known.join(', ')}.`);
  }
  const chosen = service === undefined ? known : [service];
  const filter = filterOf(options);
  for (const entry of await lastEntries(places, chosen, options.lines, filter))
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
    ...(trace === undefined ? {} : { traceId: trace.toLowerCase() }),
    ...(since === undefined ? {} : { fromMs: since }),
    ...(until === undefined ? {} : { toMs: until }),
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function moment(text: string): number {
  const ago = /^(\d+)([smhd])$/.exec(text);
  const timeMs = ago === null ? Date.parse(text) : Date.now() - Number(ago[1]) * UNIT_MS[ago[2]!]!;
  if (Number.isNaN(timeMs))
    throw new InvalidArgumentError('give a time like 2026-11-17T09:00Z, or 15m, 2h, 1d.');
  return timeMs;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number.');
  return Number(text);
}
