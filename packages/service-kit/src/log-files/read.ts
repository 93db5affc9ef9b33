/** Searching log files from their end, and following what is appended to them. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LogEntry, parseLogLine } from './entry';
import { filterWithin, isDated, type LogFilter, matches, sieveOf } from './filter';
import { formerLogs, type LogPlaces, logPathOf } from './places';
import { EVER, type Times, timesOf } from './times';

/**
 * Doubling from the first, because the newest lines are mostly enough. A line longer than the last is left
 * out: it is no log line any more.
 */
const FIRST_BLOCK_BYTES = 64 * 1024;
const LAST_BLOCK_BYTES = 4 * 1024 * 1024;
const FOLLOW_POLL_MS = 250;
/** A clock that was put back by no more than this hides no line from a search that begins at some time. */
const PUT_BACK_MS = 60 * 60_000;

export interface LogSearch {
  readonly processes: readonly string[];
  readonly count: number;
  readonly filter?: LogFilter;
  /** So many of the last millisecond of the filter were given before. */
  readonly skip?: number;
  /** Asked between two blocks; what was found until it says so is the answer. */
  readonly isOver?: () => boolean;
}

export interface LogFindings {
  /** Oldest first. */
  readonly entries: LogEntry[];
  /** Where a search for older ones goes on; undefined without any. */
  readonly older: { readonly toMs: number; readonly skip: number } | undefined;
  /** False where the search was over before everything was looked at. */
  readonly isWhole: boolean;
}

/** A line without a time has that of the line it continues; 0 where no line near it has one. */
interface Timed {
  readonly entry: LogEntry;
  readonly timeMs: number;
}

/**
 * The last `count` entries that match, of the processes together. With a filter, the runs before are searched
 * too.
 */
export async function searchLogs(places: LogPlaces, search: LogSearch): Promise<LogFindings> {
  const { count, skip = 0, filter = {} } = search;
  const timed: Timed[] = [];
  let isWhole = true;
  if (count === 0) return { entries: [], older: undefined, isWhole };
  for (const process of search.processes) {
    const found = await lastMatching(places, process, search, count + skip + 1);
    isWhole &&= found.isWhole;
    for (const one of found.timed) timed.push(one);
  }
  // The sort is stable, so lines of one time stay in the order in which they were written.
  timed.sort((a, b) => a.timeMs - b.timeMs);
  timed.splice(Math.max(0, timed.length - skip));
  const given = timed.slice(-count);
  const toMs = given[0]?.timeMs;
  const givenOfIt = given.filter(({ timeMs }) => timeMs === toMs).length;
  const hasOlder = toMs !== undefined && timed.length > count;
  return {
    entries: given.map(({ entry }) => entry),
    older: hasOlder ? { toMs, skip: givenOfIt + (toMs === filter.toMs ? skip : 0) } : undefined,
    isWhole,
  };
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
async function lastMatching(
  places: LogPlaces,
  process: string,
  search: LogSearch,
  count: number,
): Promise<{ readonly timed: readonly Timed[]; readonly isWhole: boolean }> {
  const { isOver = () => false } = search;
  const filter = filterWithin(process, search.filter ?? {});
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = filter;
  const earliestMs = fromMs - PUT_BACK_MS;
  const mayMatch = sieveOf(filter);
  const path = logPathOf(places, process);
  const blocks: Timed[][] = [];
  let found = 0;
  let followingMs = 0;
  const last = (isWhole: boolean) => {
    const timed = blocks.reverse().flat();
    return { timed: timed.sort((a, b) => a.timeMs - b.timeMs).slice(-count), isWhole };
  };
  for (const file of search.filter === undefined ? [path] : [path, ...formerLogs(path)]) {
    for await (const block of blocksFromTheEnd(file, earliestMs)) {
      if (isOver()) return last(false);
      const { oldestMs, newestMs } = isDated(filter) ? timesOf(process, block) : EVER;
      if (newestMs >= fromMs && oldestMs <= toMs && mayMatch(block)) {
        const lines = block
          .toString()
          .split('\n')
          .filter((line) => line !== '' && mayMatch(line));
        const timed = withTimes(
          lines.map((line) => parseLogLine(process, line)),
          followingMs,
        );
        followingMs = timed[0]?.timeMs ?? followingMs;
        const matching = timed.filter(({ entry, timeMs }) => matches(entry, timeMs, filter));
        blocks.push(matching);
        found += matching.length;
      }
      if (found >= count && areLater(blocks, count, timesOf(process, block))) return last(true);
      // The files of the runs before are judged by themselves.
      if (newestMs < earliestMs) break;
    }
  }
  return last(true);
}

function withTimes(entries: readonly LogEntry[], followingMs: number): Timed[] {
  let last = entries.find(({ timeMs }) => timeMs !== undefined)?.timeMs ?? followingMs;
  return entries.map((entry) => {
    last = entry.timeMs ?? last;
    return { entry, timeMs: last };
  });
}

/**
 * Whether so many are as late as anything in this block. Their number alone does not do: what has a time of
 * long ago by mistake would pass for one of the last, and a search for older ones would go on before it.
 */
function areLater(found: readonly (readonly Timed[])[], count: number, { newestMs }: Times): boolean {
  if (newestMs === EVER.newestMs) return true;
  let later = 0;
  for (const block of found) for (const { timeMs } of block) if (timeMs >= newestMs) later += 1;
  return later >= count;
}

/**
 * Blocks of whole lines, of a file that was written to since that time. Each is used before the next is read
 * into its place.
 */
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

/**
 * Calls `show` for every matching line appended from now on, until the signal; survives rotation. A process
 * may come later.
 */
export async function followEntries(
  places: LogPlaces,
  processes: () => readonly string[],
  filter: LogFilter,
  show: (entry: LogEntry) => void,
  signal: AbortSignal,
): Promise<void> {
  const positions = new Map<string, Position>();
  for (const process of processes()) positions.set(process, await endOf(logPathOf(places, process)));
  while (!signal.aborted) {
    for (const process of processes()) {
      const path = logPathOf(places, process);
      const { lines, position } = await appendedTo(path, positions.get(process) ?? BEGIN);
      positions.set(process, position);
      for (const line of lines) {
        const entry = parseLogLine(process, line);
        if (matches(entry, entry.timeMs, filterWithin(process, filter))) show(entry);
      }
    }
    await sleep(FOLLOW_POLL_MS, undefined, { signal }).catch(() => {});
  }
}

interface Position {
  /** Of a file that is not there, 0. */
  readonly inode: number;
  readonly at: number;
}

const BEGIN: Position = { inode: 0, at: 0 };

async function endOf(path: string): Promise<Position> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? BEGIN : { inode: found.ino, at: found.size };
}

/** Where the file was put aside or cut meanwhile, what was left to read is in the newest former one. */
async function appendedTo(
  path: string,
  { inode, at }: Position,
): Promise<{ readonly lines: string[]; readonly position: Position }> {
  const end = await endOf(path);
  const isAnother = inode !== 0 && (end.inode !== inode || end.at < at);
  const rest = isAnother ? await read(formerLogs(path)[0]!, at) : EMPTY;
  const start = isAnother ? 0 : at;
  const text = await read(path, start, end.at);
  const appended = text.subarray(0, text.lastIndexOf('\n') + 1);
  return {
    lines: `${rest.toString()}\n${appended.toString()}`.split('\n').filter((line) => line !== ''),
    position: { inode: end.inode, at: start + appended.length },
  };
}

const EMPTY = Buffer.alloc(0);

async function read(path: string, from: number, to?: number): Promise<Buffer> {
  const file = to === from ? undefined : await openIfThere(path);
  if (file === undefined) return EMPTY;
  try {
    const end = to ?? (await file.stat()).size;
    return end <= from ? EMPTY : await readAt(file, from, Buffer.allocUnsafe(end - from));
  } finally {
    await file.close();
  }
}
