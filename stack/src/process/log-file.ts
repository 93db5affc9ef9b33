/** One log file per process; the previous run is kept beside it as .1, and a file that grows too far is cut. Bots have theirs with the manager. */
import { copyFileSync, existsSync, openSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type LogPlaces, logFiles } from '@platform/service-kit/log-files';
import { managerDirectory } from '../bots';
import type { Home } from '../home';

const LIMIT_BYTES = 50 * 1024 * 1024;

export function logPath(home: Home, name: string): string {
  return join(home.logs, `${name}.log`);
}

export function logPlaces(home: Home): LogPlaces {
  return { processes: home.logs, bots: join(managerDirectory(home), 'bots') };
}

export function rotateLog(home: Home, name: string): void {
  const path = logPath(home, name);
  if (existsSync(path)) renameSync(path, `${path}.1`);
}

/** Opened for appending, so that cutting the file under a running writer leaves no hole. */
export function openLog(home: Home, name: string): number {
  return openSync(logPath(home, name), 'a', 0o600);
}

export function cutLongLogs(home: Home): void {
  for (const path of logFiles(logPlaces(home))) {
    if (!existsSync(path) || statSync(path).size < LIMIT_BYTES) continue;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  }
}
