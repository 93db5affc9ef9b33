/**
 * The file of one month: a head (magic, revision, bar count, CRC-32, SHA-256 of the bars), then the columns
 * that backtests read, as little-endian doubles. The checksum is of everything else, so that the digest is
 * believed no sooner than the bars it is of. Columns are read straight into the arrays they end up in.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { BAR_COLUMNS, type BarSeries } from '@platform/core';

const MAGIC = 'PLTBARS3';
const REVISION_AT = 8;
const LENGTH_AT = 16;
const CHECKSUM_AT = 20;
const DIGEST_AT = 24;
const HEAD_BYTES = 56;

export function encodeMonth(bars: BarSeries, revision: bigint, sha256: string): Buffer {
  const columns = columnBytes(bars, 0, bars.length);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 'latin1');
  head.writeBigUInt64LE(revision, REVISION_AT);
  head.writeUInt32LE(bars.length, LENGTH_AT);
  head.write(sha256, DIGEST_AT, 'hex');
  head.writeUInt32LE(checksumOf(head, columns), CHECKSUM_AT);
  return Buffer.concat([head, ...columns]);
}

export class MonthFile {
  readonly length: number;

  private constructor(
    private readonly path: string,
    private readonly head: Buffer,
  ) {
    this.length = head.readUInt32LE(LENGTH_AT);
  }

  /** Undefined when it is missing, or of another revision or shape. */
  static open(path: string, revision: bigint): MonthFile | undefined {
    let file: number | undefined;
    try {
      file = openSync(path, 'r');
      const head = Buffer.alloc(HEAD_BYTES);
      if (readSync(file, head, 0, HEAD_BYTES, 0) !== HEAD_BYTES) return undefined;
      if (head.toString('latin1', 0, REVISION_AT) !== MAGIC) return undefined;
      if (head.readBigUInt64LE(REVISION_AT) !== revision) return undefined;
      const month = new MonthFile(path, head);
      const wholeBytes = HEAD_BYTES + month.length * BAR_COLUMNS.length * 8;
      return fstatSync(file).size === wholeBytes ? month : undefined;
    } catch (error) {
      refuseDefect(error);
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  get sha256(): string {
    return this.head.toString('hex', DIGEST_AT);
  }

  /**
   * False when the file does not hold what was written. Threads of the system read, this one checks meanwhile
   * what they have read.
   */
  async copyTo(target: BarSeries, at: number): Promise<boolean> {
    const columns = columnBytes(target, at, at + this.length);
    try {
      const file = await open(this.path, 'r');
      try {
        await file.readv(columns, HEAD_BYTES);
      } finally {
        await file.close();
      }
    } catch (error) {
      refuseDefect(error);
      return false;
    }
    return checksumOf(this.head, columns) === this.head.readUInt32LE(CHECKSUM_AT);
  }
}

function checksumOf(head: Buffer, columns: readonly Uint8Array[]): number {
  const beforeChecksum = crc32(head.subarray(0, CHECKSUM_AT));
  const ofHead = crc32(head.subarray(DIGEST_AT), beforeChecksum);
  return columns.reduce((sum, bytes) => crc32(bytes, sum), ofHead);
}

function columnBytes(bars: BarSeries, from: number, to: number): Uint8Array[] {
  return BAR_COLUMNS.map((column) => {
    const values = bars[column].subarray(from, to);
    return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  });
}

/** A file that cannot be read is as good as none; anything else that is thrown is a defect. */
function refuseDefect(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code === undefined) throw error;
}
