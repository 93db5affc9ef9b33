import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divertCopy } from './copy-messages';

const message = (letter: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};
const COPIES = message('H', Buffer.from([1, 0, 9]));
const END = Buffer.concat([message('c', Buffer.alloc(0)), message('Z', Buffer.from('I'))]);

/** What became of the bytes: the rows, and what the parser was given. */
function sent(chunks: readonly Buffer[]) {
  const socket = new EventEmitter();
  const parsed: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => parsed.push(Buffer.from(chunk)));
  const rows: string[] = [];
  divertCopy(socket, (bytes, from, to) => rows.push(bytes.toString('latin1', from, to)));
  for (const chunk of chunks) socket.emit('data', chunk);
  return { rows, parsed: Buffer.concat(parsed) };
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
}

describe('rows read past the parser', () => {
  it('rows read past the parser are whole and in order, and the parser gets everything after them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary-ascii', maxLength: 30 }), { maxLength: 8 }),
        fc.array(fc.nat()),
        (texts, places) => {
          const rows = texts.map((text) => message('d', Buffer.from(text, 'latin1')));
          const chunks = [COPIES, ...cut(Buffer.concat([...rows, END]), places)].filter(
            ({ length }) => length > 0,
          );
          expect(sent(chunks)).toEqual({ rows: texts, parsed: END });
        },
      ),
    );
  });

  it('rows read past the parser leave to it whatever begins otherwise or is not whole yet', () => {
    const refused = message('E', Buffer.from('no'));
    expect(sent([refused, END])).toEqual({ rows: [], parsed: Buffer.concat([refused, END]) });
    const all = Buffer.concat([COPIES, message('d', Buffer.from('row')), END]);
    expect(sent([all.subarray(0, 6), all.subarray(6)])).toEqual({ rows: [], parsed: all });
  });

  it('rows read past the parser end with an error in their midst, which the parser reports', () => {
    const failed = Buffer.concat([message('E', Buffer.from('disk')), END]);
    expect(sent([COPIES, message('d', Buffer.from('row')), failed])).toEqual({
      rows: ['row'],
      parsed: failed,
    });
  });
});
