/** One log file per process; the previous run is kept beside it as .1, and a file that grows too far is cut. Bots have theirs with the manager. */
import { copyFileSync, existsSync, openSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { managerDirectory } from '../bots';
import type { Home } from '../home';

const LIMIT_BYTES = 50 * 1024 * 1024;

export function logPath(home: Home, name: string): string {
  const botId = botIdOf(name);
  return botId === undefined ? join(home.logs, `${name}.log`) : join(botLogs(home), `${botId}.log`);
}

export function botLogs(home: Home): string {
  return join(managerDirectory(home), 'bots');
}

export function botLogName(botId: string): string {
  return `bot-${botId}`;
}

function botIdOf(name: string): string | undefined {
  return /^bot-(.+)$/.exec(name)?.[1];
}

export function rotateLog(home: Home, name: string): void {
  const path = logPath(home, name);
  if (existsSync(path)) renameSync(path, `${path}.1`);
}

/** Opened for appending, so that cutting the file under a running writer leaves no hole. */
export function openLog(home: Home, name: string): number {
  return openSync(logPath(home, name), 'a', 0o600);
}

export function cutLongLog(home: Home, name: string): void {
  const path = logPath(home, name);
  if (!existsSync(path) || statSync(path).size < LIMIT_BYTES) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}
