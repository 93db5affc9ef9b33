/** Reading the end of log files and what is appended to them afterwards. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from '../home';
import { logPath } from '../process/log-file';
import { type LogEntry, parseLogLine } from './entry';

/** Far more than any number of lines a person asks for. */
const TAIL_BYTES = 1024 * 1024;
const FOLLOW_POLL_MS = 250;

export function loggedProcesses(home: Home): string[] {
  if (!existsSync(home.logs)) return [];
  const files = readdirSync(home.logs).filter((file) => file.endsWith('.log'));
  return files.map((file) => file.slice(0, -'.log'.length)).sort();
}

/** The last `count` entries of the processes together, oldest first. */
export function lastEntries(home: Home, processes: readonly string[], count: number): LogEntry[] {
  const timed = processes.flatMap((process) => {
    let timeMs = 0;
    return lastLines(logPath(home, process), count).map((line) => {
      const entry = parseLogLine(process, line);
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

export function lastLines(path: string, count: number): string[] {
  const text = readFrom(path, Math.max(0, sizeOf(path) - TAIL_BYTES));
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(-count);
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
