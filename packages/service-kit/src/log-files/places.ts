/** Where log files are. A process is known by the name of its file; a bot by `bot-` and its id. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface LogPlaces {
  /** One file per process. */
  readonly processes: string;
  /** One file per bot; undefined where none is kept. */
  readonly bots: string | undefined;
}

const BOT = 'bot-';

export function loggedProcesses({ processes, bots }: LogPlaces): string[] {
  return [...logsIn(processes), ...(bots === undefined ? [] : logsIn(bots).map((name) => `${BOT}${name}`))];
}

export function logFiles(places: LogPlaces): string[] {
  return loggedProcesses(places).map((process) => logPathOf(places, process));
}

/** Of a name that `loggedProcesses` gave. */
export function logPathOf({ processes, bots }: LogPlaces, process: string): string {
  return bots !== undefined && process.startsWith(BOT)
    ? join(bots, `${process.slice(BOT.length)}.log`)
    : join(processes, `${process}.log`);
}

/** What was written before, the newest first: of the runs before, and of this one where its log was cut. */
export function formerLogs(path: string): string[] {
  return [1, 2, 3].map((age) => `${path}.${age}`);
}

/**
 * Every line of a bot's own log is about it, whether the line says so or not; its shadow's is
 * `bot-<id>-green`.
 */
export function isLogOf(botId: string, process: string): boolean {
  return `${process}-`.startsWith(`${BOT}${botId}-`);
}

function logsIn(directory: string): string[] {
  const files = existsSync(directory) ? readdirSync(directory) : [];
  const logs = files.filter((file) => file.endsWith('.log'));
  return logs.map((file) => file.slice(0, -'.log'.length)).sort();
}
