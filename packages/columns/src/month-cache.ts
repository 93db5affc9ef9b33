/**
 * Closed months on disk: a flat file of columns per series and month, with a checksum and the database's revision of that month.
 * A file is used only while the revision is still the same, so a revised bar invalidates it everywhere at once; a file that is cut,
 * flipped or of another version is read again from PostgreSQL. Months that are not closed are never kept.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { COLUMNS, KlineColumns } from './kline-columns';
import { type KlineRange, readKlines } from './read-klines';

const MAGIC = 'PLTBARS1';
/** Magic, revision, bar count, SHA-256 of the columns. */
const HEAD_BYTES = 8 + 8 + 8 + 32;

export class MonthCache {
  constructor(private readonly directory: string) {}

  /** The same bars as readKlines, from files where they are still true. `nowMs` decides which months are closed. */
  async read(client: pg.ClientBase, range: KlineRange, nowMs: number): Promise<KlineColumns> {
    const revisions = await monthRevisions(client, range);
    const all = new KlineColumns(0);
    for (const { monthMs, revision } of revisions) {
      const endMs = nextMonthMs(monthMs);
      const month = { ...range, fromMs: monthMs, toMs: endMs };
      const bars =
        endMs > nowMs ? await readKlines(client, month) : await this.month(client, month, revision);
      const from = lowerBound(bars, range.fromMs);
      const to = lowerBound(bars, range.toMs);
      all.appendAll(bars.slice(from, to));
    }
    const { limit } = range;
    return limit === undefined || all.length <= limit ? all : all.slice(all.length - limit, all.length);
  }

  private async month(client: pg.ClientBase, month: KlineRange, revision: bigint): Promise<KlineColumns> {
    const file = this.fileOf(month);
    const kept = decode(await readFile(file).catch(() => undefined), revision);
    if (kept !== undefined) return kept;
    const bars = await readKlines(client, month);
    await this.keep(file, bars, revision);
    return bars;
  }

  /** A cache that cannot be written is slow, not wrong. */
  private async keep(file: string, bars: KlineColumns, revision: bigint): Promise<void> {
    const partial = `${file}.${randomUUID()}`;
    try {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(partial, encode(bars, revision));
      await rename(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }

  private fileOf({ market, symbol, timeframe, fromMs }: KlineRange): string {
    const month = new Date(fromMs).toISOString().slice(0, 7);
    return join(this.directory, market, symbol, timeframe, `${month}.bars`);
  }
}

async function monthRevisions(client: pg.ClientBase, range: KlineRange) {
  const { rows } = await client.query<{ month: string; revision: string }>(
    `SELECT month, revision FROM market.kline_months
     WHERE market = $1 AND symbol = $2 AND timeframe = $3 AND month >= $4 AND month < $5 ORDER BY month`,
    [range.market, range.symbol, range.timeframe, monthOf(range.fromMs), range.toMs],
  );
  return rows.map(({ month, revision }) => ({ monthMs: Number(month), revision: BigInt(revision) }));
}

function monthOf(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

function nextMonthMs(monthMs: number): number {
  const date = new Date(monthMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** The first bar that opens at or after `timeMs`. */
function lowerBound(bars: KlineColumns, timeMs: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars.openTimeMs[middle]! < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function encode(bars: KlineColumns, revision: bigint): Buffer {
  const columns = Buffer.concat(
    COLUMNS.map((column) => {
      const values = bars[column].subarray(0, bars.length);
      return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    }),
  );
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 'latin1');
  head.writeBigUInt64LE(revision, 8);
  head.writeBigUInt64LE(BigInt(bars.length), 16);
  createHash('sha256').update(columns).digest().copy(head, 24);
  return Buffer.concat([head, columns]);
}

function decode(file: Buffer | undefined, revision: bigint): KlineColumns | undefined {
  if (file === undefined || file.length < HEAD_BYTES || file.toString('latin1', 0, 8) !== MAGIC)
    return undefined;
  if (file.readBigUInt64LE(8) !== revision) return undefined;
  const length = Number(file.readBigUInt64LE(16));
  const columns = file.subarray(HEAD_BYTES);
  if (columns.length !== length * COLUMNS.length * 8) return undefined;
  if (!createHash('sha256').update(columns).digest().equals(file.subarray(24, HEAD_BYTES))) return undefined;
  return fromBytes(columns, length);
}

function fromBytes(bytes: Buffer, length: number): KlineColumns {
  // One copy to an aligned address serves all columns.
  const values = new Float64Array(new Uint8Array(bytes).buffer);
  const bars = new KlineColumns(0);
  COLUMNS.forEach((column, i) => {
    bars[column] = values.subarray(i * length, (i + 1) * length);
  });
  bars.length = length;
  return bars;
}
