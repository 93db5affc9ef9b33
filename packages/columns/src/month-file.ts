/**
 * The file of one month: a head (magic, revision, bar count, CRC-32 of the columns), then nine columns of little-endian doubles.
 * Columns are read straight into the arrays they end up in; the checksum is taken there.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { COLUMNS, type KlineColumns } from './kline-columns';

const MAGIC = 'PLTBARS2';
const HEAD_BYTES = 32;

export function encodeMonth(bars: KlineColumns, revision: bigint): Buffer {
  const columns = COLUMNS.map((column) => bytesOf(bars, column, 0, bars.length));
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 'latin1');
  head.writeBigUInt64LE(revision, 8);
  head.writeUInt32LE(bars.length, 16);
  head.writeUInt32LE(
    columns.reduce((sum, bytes) => crc32(bytes, sum), 0),
    20,
  );
  return Buffer.concat([head, ...columns]);
}

export class MonthFile {
  private constructor(
    private readonly path: string,
    readonly length: number,
    private readonly checksum: number,
  ) {}

  /** Undefined when there is none, or one of another revision or shape. */
  static open(path: string, revision: bigint): MonthFile | undefined {
    return withFile(path, (file) => {
      const head = Buffer.alloc(HEAD_BYTES);
      if (readSync(file, head, 0, HEAD_BYTES, 0) !== HEAD_BYTES) return undefined;
      if (head.toString('latin1', 0, 8) !== MAGIC || head.readBigUInt64LE(8) !== revision) return undefined;
      const length = head.readUInt32LE(16);
      const isWhole = fstatSync(file).size === HEAD_BYTES + length * COLUMNS.length * 8;
      return isWhole ? new MonthFile(path, length, head.readUInt32LE(20)) : undefined;
    });
  }

  /** False when the bytes are not those that were written. */
  copyTo(target: KlineColumns, at: number): boolean {
    const checksum = withFile(this.path, (file) => {
      let position = HEAD_BYTES;
      let sum = 0;
      for (const column of COLUMNS) {
        const bytes = bytesOf(target, column, at, at + this.length);
        position += readSync(file, bytes, 0, bytes.length, position);
        sum = crc32(bytes, sum);
      }
      return sum;
    });
    return checksum === this.checksum;
  }
}

function bytesOf(bars: KlineColumns, column: (typeof COLUMNS)[number], from: number, to: number): Uint8Array {
  const values = bars[column].subarray(from, to);
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function withFile<T>(path: string, work: (file: number) => T | undefined): T | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return work(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
