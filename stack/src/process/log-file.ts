/**
 * One log file per process; those of three runs before are kept beside it as .1 to .3. A file that grows too
 * far is cut, and so is the longest log where all of them take too much room. Bots have theirs with the
 * manager.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { formerLogs, type LogPlaces, logFiles } from '@platform/service-kit/log-files';
import { managerDirectory } from '../bots';
import type { Home } from '../home';

const MIB = 1024 ** 2;
const LIMITS = { fileBytes: 50 * MIB, totalBytes: 4096 * MIB };

export function logPath(home: Home, name: string): string {
  return join(home.logs, `${name}.log`);
}

export function logPlaces(home: Home): LogPlaces {
  return { processes: home.logs, bots: join(managerDirectory(home), 'bots') };
}

export function rotateLog(home: Home, name: string): void {
  const path = logPath(home, name);
  if (existsSync(path)) renameSync(path, placeForFormer(path));
}

/** Of the newest former log, with room made for it: each becomes one older, and the oldest is lost. */
function placeForFormer(path: string): string {
  const files = formerLogs(path);
  for (let i = files.length - 1; i > 0; i--) {
    if (existsSync(files[i - 1]!)) renameSync(files[i - 1]!, files[i]!);
  }
  return files[0]!;
}

/** Opened for appending, so that cutting the file under a running writer leaves no hole. */
export function openLog(home: Home, name: string): number {
  return openSync(logPath(home, name), 'a', 0o600);
}

/** Never throws: a log that cannot be cut is reported and costs neither the others nor the launcher. */
export function cutLongLogs(home: Home, report: (line: string) => void, limits = LIMITS): void {
  const attempt = (path: string, cut: () => void) => {
    try {
      cut();
    } catch (error) {
      report(`logs      ${path} could not be cut: ${(error as Error).message}`);
    }
  };
  const logs: KeptLog[] = [];
  for (const path of findLogs(home, report)) {
    attempt(path, () => {
      if (sizeOf(path) >= limits.fileBytes) cutLog(path, (copy) => copyFileSync(path, copy), report);
      logs.push(keptLog(path));
    });
  }
  let total = logs.reduce((sum, { bytes }) => sum + bytes, 0);
  while (total > limits.totalBytes && logs.length > 0) {
    const largest = logs.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    logs.splice(logs.indexOf(largest), 1);
    total -= largest.bytes;
    attempt(largest.path, () => {
      dropOldest(largest, report);
      const left = keptLog(largest.path);
      total += left.bytes;
      if (left.bytes < largest.bytes) logs.push(left);
    });
  }
}

/** A log with its former files. */
interface KeptLog {
  readonly path: string;
  readonly bytes: number;
  readonly oldestFile: string;
}

function keptLog(path: string): KeptLog {
  const files = [path, ...formerLogs(path)];
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  return { path, bytes, oldestFile: files.findLast((file) => sizeOf(file) > 0) ?? path };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Its oldest file, or the older half of its only one. */
function dropOldest({ path, oldestFile }: KeptLog, report: (line: string) => void): void {
  if (oldestFile === path) cutLog(path, (copy) => copyNewerHalf(path, copy), report);
  else rmSync(oldestFile);
}

function copyNewerHalf(path: string, copy: string): void {
  const file = openSync(path, 'r');
  try {
    const size = sizeOf(path);
    const half = Buffer.alloc(Math.floor(size / 2));
    const bytes = readSync(file, half, 0, half.length, size - half.length);
    writeFileSync(copy, half.subarray(half.indexOf('\n') + 1, bytes), { mode: 0o600 });
  } finally {
    closeSync(file);
  }
}

function findLogs(home: Home, report: (line: string) => void): readonly string[] {
  try {
    return logFiles(logPlaces(home));
  } catch (error) {
    report(`logs      could not be looked through: ${(error as Error).message}`);
    return [];
  }
}

/** Where there is no room for the copy, what the file holds is lost: cutting it is what makes room again. */
function cutLog(path: string, copyTo: (copy: string) => void, report: (line: string) => void): void {
  const copy = formerLogs(path)[0]!;
  try {
    copyTo(placeForFormer(path));
  } catch (error) {
    // It was renamed meanwhile, and the copy may be what it is now.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    removePartial(copy);
    truncateSync(path);
    report(`logs      ${path} was cut without keeping a copy: ${(error as Error).message}`);
    return;
  }
  truncateSync(path);
}

function removePartial(copy: string): void {
  try {
    rmSync(copy, { force: true });
  } catch {
    // Something else has that name.
  }
}
