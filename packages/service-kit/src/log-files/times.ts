/**
 * The first and the last time in a block of lines. All of them are looked at, because a clock is put back and
 * a process may write any time: no line says when another one was written. A line as our logger writes it is
 * not parsed for that: its time sorts as the bytes that it stands in, at once for a gigabyte.
 */
import { parseLogLine } from './entry';

export interface Times {
  readonly oldestMs: number;
  readonly newestMs: number;
}

export const EVER: Times = { oldestMs: Number.NEGATIVE_INFINITY, newestMs: Number.POSITIVE_INFINITY };

/** `EVER` where no line has a time, or one has a time that there is not. */
export function timesOf(process: string, block: Buffer): Times {
  let [oldestAt, newestAt] = [-1, -1];
  const parsed = { oldestMs: Number.POSITIVE_INFINITY, newestMs: Number.NEGATIVE_INFINITY };
  for (let start = 0; start < block.length; ) {
    const newline = block.indexOf(NEWLINE, start);
    const end = newline === -1 ? block.length : newline;
    const at = ownTimeAt(block, start);
    if (at === -1) {
      const { timeMs } = parseLogLine(process, block.toString('utf8', start, end));
      parsed.oldestMs = Math.min(parsed.oldestMs, timeMs ?? parsed.oldestMs);
      parsed.newestMs = Math.max(parsed.newestMs, timeMs ?? parsed.newestMs);
    } else {
      if (oldestAt === -1 || isBefore(block, at, oldestAt)) oldestAt = at;
      if (newestAt === -1 || isBefore(block, newestAt, at)) newestAt = at;
    }
    start = end + 1;
  }
  const timeAt = (at: number) => Date.parse(block.toString('latin1', at, at + TIME_BYTES));
  const oldestMs = Math.min(parsed.oldestMs, oldestAt === -1 ? parsed.oldestMs : timeAt(oldestAt));
  const newestMs = Math.max(parsed.newestMs, newestAt === -1 ? parsed.newestMs : timeAt(newestAt));
  // Without any, the oldest is later than the newest; either is not a number where it is no time.
  return oldestMs <= newestMs ? { oldestMs, newestMs } : EVER;
}

const [NEWLINE, QUOTE, ZERO, NINE] = [0x0a, 0x22, 0x30, 0x39];
const HEAD = Buffer.from('{"level":"');
const KEY = Buffer.from('","time":"');
const SHAPE = Buffer.from('0000-00-00T00:00:00.000Z"');
const TIME_BYTES = SHAPE.length - 1;

/** Where the time of a line of our logger stands, whose levels have four or five letters; -1 of any other. */
function ownTimeAt(block: Buffer, start: number): number {
  const key = start + HEAD.length + (block[start + HEAD.length + 4] === QUOTE ? 4 : 5);
  const at = key + KEY.length;
  return isAt(block, start, HEAD) && isAt(block, key, KEY) && isTimeAt(block, at) ? at : -1;
}

function isAt(block: Buffer, start: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i++) if (block[start + i] !== text[i]) return false;
  return true;
}

function isTimeAt(block: Buffer, start: number): boolean {
  for (let i = 0; i < SHAPE.length; i++) {
    const byte = block[start + i];
    const isDigit = byte !== undefined && byte >= ZERO && byte <= NINE;
    if (SHAPE[i] === ZERO ? !isDigit : byte !== SHAPE[i]) return false;
  }
  return true;
}

function isBefore(block: Buffer, a: number, b: number): boolean {
  for (let i = 0; i < TIME_BYTES; i++) {
    if (block[a + i] !== block[b + i]) return block[a + i]! < block[b + i]!;
  }
  return false;
}
