/** Searching log files from their end, and following what is appended to them. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LogEntry, parseLogLine } from './entry';
import { filterWithin, type LogFilter, matches, needlesOf } from './filter';
import { type LogPlaces, logPathOf } from './places';

/** Doubling from the first, because the newest lines are mostly enough. A line longer than the last is left out: it is no log line any more. */
const FIRST_BLOCK_BYTES = 64 * 1024;
const LAST_BLOCK_BYTES = 1024 * 1024;
const FOLLOW_POLL_MS = 250;

export interface LogSearch {
  readonly processes: readonly string[];
  readonly count: number;
  readonly filter?: LogFilter;
  /** Asked between two blocks; what was found until it says so is the answer. */
  readonly isOver?: () => boolean;
}

export interface LogFindings {
  /** Oldest first. */
  readonly entries: LogEntry[];
  /** False where the search was over before everything was looked at. */
  readonly isWhole: boolean;
}

/** The last `count` entries that match, of the processes together. With a filter, the run before is searched too. */
export async function searchLogs(places: LogPlaces, search: LogSearch): Promise<LogFindings> {
  const timed: { readonly entry: LogEntry; readonly timeMs: number }[] = [];
  let isWhole = true;
  for (const process of search.processes) {
    const found = await lastMatching(places, process, search);
    isWhole &&= found.isWhole;
    let timeMs = 0;
    for (const entry of found.entries) {
      timeMs = entry.timeMs ?? timeMs;
      timed.push({ entry, timeMs });
    }
  }
  // The sort is stable, so lines without a time stay behind the line they continue.
  timed.sort((a, b) => a.timeMs - b.timeMs);
  return { entries: timed.slice(-search.count).map(({ entry }) => entry), isWhole };
}

/** Without a limit in time. */
export async function lastEntries(
  places: LogPlaces,
  processes: readonly string[],
  count: number,
  filter?: LogFilter,
): Promise<LogEntry[]> {
  const search = { processes, count, ...(filter === undefined ? {} : { filter }) };
  return (await searchLogs(places, search)).entries;
}

/** Newest block first, until enough is found or the wanted time is passed. */
async function lastMatching(places: LogPlaces, process: string, search: LogSearch): Promise<LogFindings> {
  const { count, isOver = () => false } = search;
  const filter = filterWithin(process, search.filter ?? {});
  const { fromMs = Number.NEGATIVE_INFINITY } = filter;
  const needles = needlesOf(filter);
  const path = logPathOf(places, process);
  const blocks: LogEntry[][] = [];
  let found = 0;
  const newestFirst = () => blocks.reverse().flat().slice(-count);
  for (const file of search.filter === undefined ? [path] : [path, `${path}.1`]) {
    for await (const block of blocksFromTheEnd(file, fromMs)) {
      if (isOver()) return { entries: newestFirst(), isWhole: false };
      if (needles.some((needle) => !block.includes(needle))) continue;
      const lines = block
        .toString()
        .split('\n')
        .filter((line) => line !== '' && needles.every((needle) => line.includes(needle)));
      const entries = lines.map((line) => parseLogLine(process, line));
      const matching = entries.filter((entry) => matches(entry, filter));
      blocks.push(matching);
      found += matching.length;
      const oldestMs = entries.find(({ timeMs }) => timeMs !== undefined)?.timeMs;
      const isPast = oldestMs !== undefined && oldestMs < fromMs;
      if (found >= count || isPast) return { entries: newestFirst(), isWhole: true };
    }
  }
  return { entries: newestFirst(), isWhole: true };
}

/** Blocks of whole lines, of a file that was written to since that time. Each is used before the next is read into its place. */
async function* blocksFromTheEnd(path: string, writtenSinceMs: number): AsyncGenerator<Buffer> {
  const file = await openIfThere(path);
  if (file === undefined) return;
  try {
    const { size, mtimeMs } = await file.stat();
    let end = mtimeMs < writtenSinceMs ? 0 : size;
    const buffer = Buffer.allocUnsafe(Math.min(end, LAST_BLOCK_BYTES));
    let blockBytes = FIRST_BLOCK_BYTES;
    while (end > 0) {
      const start = Math.max(0, end - blockBytes);
      const block = await readAt(file, start, buffer.subarray(0, end - start));
      const firstLine = start === 0 ? 0 : block.indexOf('\n') + 1;
      const isWhole = start === 0 || (firstLine > 0 && firstLine < block.length);
      if (isWhole) yield block.subarray(firstLine);
      if (isWhole) end = start + firstLine;
      else if (blockBytes === LAST_BLOCK_BYTES) end = start;
      blockBytes = Math.min(2 * blockBytes, LAST_BLOCK_BYTES);
    }
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** As much as there is from there on, at most the buffer full. */
async function readAt(file: FileHandle, start: number, buffer: Buffer): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
  return buffer.subarray(0, bytesRead);
}

/** Calls `show` for every matching line appended from now on, until the signal; survives rotation. */
export async function followEntries(
  places: LogPlaces,
  processes: readonly string[],
  filter: LogFilter,
  show: (entry: LogEntry) => void,
  signal: AbortSignal,
): Promise<void> {
  const positions = new Map<string, number>();
  for (const process of processes) positions.set(process, await sizeOf(logPathOf(places, process)));
  while (!signal.aborted) {
    for (const [process, position] of positions) {
      const path = logPathOf(places, process);
      const size = await sizeOf(path);
      const from = size < position ? 0 : position;
      const appended = await appendedTo(path, from, size);
      const complete = appended.subarray(0, appended.lastIndexOf('\n') + 1);
      positions.set(process, from + complete.length);
      const lines = complete.toString().split('\n');
      for (const line of lines.filter((one) => one !== '')) {
        const entry = parseLogLine(process, line);
        if (matches(entry, filterWithin(process, filter))) show(entry);
      }
    }
    await sleep(FOLLOW_POLL_MS, undefined, { signal }).catch(() => {});
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

async function appendedTo(path: string, from: number, size: number): Promise<Buffer> {
  const file = size === from ? undefined : await openIfThere(path);
  if (file === undefined) return Buffer.alloc(0);
  try {
    return await readAt(file, from, Buffer.allocUnsafe(size - from));
  } finally {
    await file.close();
  }
}
