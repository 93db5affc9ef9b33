/** Searching log files from their end, and following what is appended to them. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from '../home';
import { botLogName, botLogs, logPath } from '../process/log-file';
import { type LogEntry, parseLogLine } from './entry';
import { type LogFilter, matches, needlesOf } from './filter';

const BLOCK_BYTES = 1024 * 1024;
const FOLLOW_POLL_MS = 250;

export function loggedProcesses(home: Home): string[] {
  const inDirectory = (directory: string) => {
    const files = existsSync(directory) ? readdirSync(directory) : [];
    return files.filter((file) => file.endsWith('.log')).map((file) => file.slice(0, -'.log'.length));
  };
  return [...inDirectory(home.logs).sort(), ...inDirectory(botLogs(home)).map(botLogName).sort()];
}

/** The last `count` entries that match, of the processes together, oldest first. With a filter, the run before is searched too. */
export function lastEntries(
  home: Home,
  processes: readonly string[],
  count: number,
  filter?: LogFilter,
): LogEntry[] {
  const timed = processes.flatMap((process) => {
    let timeMs = 0;
    return lastMatching(home, process, count, filter).map((entry) => {
      timeMs = entry.timeMs ?? timeMs;
      return { entry, timeMs };
    });
  });
  // The sort is stable, so lines without a time stay behind the line they continue.
  return timed
    .sort((a, b) => a.timeMs - b.timeMs)
    .slice(-count)
    .map(({ entry }) => entry);
}

/** Newest block first, until enough is found or the wanted time is passed. */
function lastMatching(home: Home, process: string, count: number, filter: LogFilter | undefined): LogEntry[] {
  const needles = needlesOf(filter ?? {});
  const found: LogEntry[] = [];
  const path = logPath(home, process);
  for (const file of filter === undefined ? [path] : [path, `${path}.1`]) {
    for (const block of blocksFromTheEnd(file)) {
      if (needles.some((needle) => !block.includes(needle))) continue;
      const lines = block
        .toString()
        .split('\n')
        .filter((line) => needles.every((needle) => line.includes(needle)));
      const entries = lines.filter((line) => line !== '').map((line) => parseLogLine(process, line));
      found.unshift(...entries.filter((entry) => matches(entry, filter ?? {})));
      const oldestMs = entries.find(({ timeMs }) => timeMs !== undefined)?.timeMs;
      const isPast = oldestMs !== undefined && oldestMs < (filter?.fromMs ?? Number.NEGATIVE_INFINITY);
      if (found.length >= count || isPast) return found.slice(-count);
    }
  }
  return found;
}

/** Blocks of whole lines. A line longer than a block is left out: it is no log line any more. */
function* blocksFromTheEnd(path: string): Generator<Buffer> {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    let end = fstatSync(file).size;
    while (end > 0) {
      const start = Math.max(0, end - BLOCK_BYTES);
      const buffer = Buffer.alloc(end - start);
      const length = readSync(file, buffer, 0, buffer.length, start);
      const block = buffer.subarray(0, length);
      const firstLine = start === 0 ? 0 : block.indexOf('\n') + 1;
      const isWhole = start === 0 || (firstLine > 0 && firstLine < length);
      if (isWhole) yield block.subarray(firstLine);
      end = isWhole ? start + firstLine : start;
    }
  } finally {
    closeSync(file);
  }
}

/** Calls `show` for every line appended from now on, until the signal; survives rotation. */
export async function followEntries(
  home: Home,
  processes: readonly string[],
  show: (entry: LogEntry) => void,
  signal: AbortSignal,
): Promise<void> {
  const positions = new Map(processes.map((process) => [process, sizeOf(logPath(home, process))]));
  while (!signal.aborted) {
    for (const [process, position] of positions) {
      const path = logPath(home, process);
      const from = sizeOf(path) < position ? 0 : position;
      const text = readFrom(path, from);
      const complete = text.slice(0, text.lastIndexOf('\n') + 1);
      positions.set(process, from + Buffer.byteLength(complete));
      for (const line of complete.split('\n').filter((one) => one !== '')) show(parseLogLine(process, line));
    }
    await sleep(FOLLOW_POLL_MS, undefined, { signal }).catch(() => {});
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readFrom(path: string, position: number): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.max(0, fstatSync(file).size - position));
    const length = readSync(file, buffer, 0, buffer.length, position);
    return buffer.subarray(0, length).toString();
  } finally {
    closeSync(file);
  }
}
