/**
 * The messages of COPY … TO STDOUT straight from the socket. The driver's parser makes a slice, an object and
 * two events of every row, which takes longer than PostgreSQL takes to send it. So the socket's chunks come
 * here first, from the server's word that it copies to the message that is no row; that one and everything
 * after it is the parser's again. Whatever is not expected is the parser's at once: nothing is lost by it but
 * time.
 */
import type { EventEmitter } from 'node:events';

/** Where a row lies. The memory is reused, so do not keep a reference. */
export type OnRow = (bytes: Buffer, from: number, to: number) => void;

const COPY_OUT = 'H'.charCodeAt(0);
const COPY_DATA = 'd'.charCodeAt(0);
/** A letter, then the length of everything behind the letter. */
const HEAD_BYTES = 5;
const EMPTY = Buffer.alloc(0);

/** To be called right before the query is sent, when nothing is on its way. */
export function divertCopy(socket: EventEmitter, onRow: OnRow): void {
  const parsers = socket.listeners('data') as ((chunk: Buffer) => void)[];
  /** The beginning of a row whose end is in the next chunk. */
  let rest: Buffer = EMPTY;
  let hasBegun = false;

  const giveBack = (bytes: Buffer) => {
    socket.off('data', read);
    for (const parser of parsers) {
      socket.on('data', parser);
      parser(bytes);
    }
  };
  /** Puts the row together that two chunks share: joining whole chunks would cost as much as reading them. */
  const completeRest = (chunk: Buffer): number => {
    let at = 0;
    for (let lacking = lackingBytes(rest); lacking > 0; lacking = lackingBytes(rest)) {
      if (at === chunk.length) return at;
      const from = at;
      at = Math.min(from + lacking, chunk.length);
      rest = Buffer.concat([rest, chunk.subarray(from, at)]);
    }
    onRow(rest, HEAD_BYTES, rest.length);
    rest = EMPTY;
    return at;
  };
  const read = (chunk: Buffer) => {
    let at = hasBegun ? 0 : beginning(chunk);
    hasBegun = true;
    if (rest.length > 0) at = completeRest(chunk);
    while (chunk[at] === COPY_DATA && at + HEAD_BYTES <= chunk.length) {
      const end = at + 1 + chunk.readUInt32BE(at + 1);
      if (end > chunk.length) break;
      onRow(chunk, at + HEAD_BYTES, end);
      at = end;
    }
    if (at === chunk.length) return;
    if (chunk[at] === COPY_DATA) rest = chunk.subarray(at);
    else giveBack(chunk.subarray(at));
  };

  socket.on('data', read);
  for (const parser of parsers) socket.off('data', parser);
}

/** Of a row that begins with these bytes; of its head, when not even that is there. */
function lackingBytes(row: Buffer): number {
  return (row.length < HEAD_BYTES ? HEAD_BYTES : 1 + row.readUInt32BE(1)) - row.length;
}

/** Behind the server's word that it copies; at the start when that is not, or not wholly, what came. */
function beginning(bytes: Buffer): number {
  if (bytes[0] !== COPY_OUT || bytes.length < HEAD_BYTES) return 0;
  const end = 1 + bytes.readUInt32BE(1);
  return end > bytes.length ? 0 : end;
}
