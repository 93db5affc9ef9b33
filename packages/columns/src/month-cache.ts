/**
 * Closed months on disk: a flat file of columns per series and month, with a checksum and the database's
 * revision of that month. A file is used only while the revision is still the same, so a revised bar
 * invalidates it everywhere at once; a file that is cut, flipped or of another version is read again from
 * PostgreSQL. Months that are not closed are never kept.
 */
import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BAR_COLUMNS,
  BarSeries,
  digestOfBars,
  firstBarFrom,
  type MonthDigests,
  monthStartMs,
  nextMonthMs,
} from '@platform/core';
import type pg from 'pg';
import { toBarSeries } from './kline-columns';
import type { KlineSpan } from './kline-range';
import { lanesFor, type OpenLane, overLanes } from './lanes';
import { encodeMonth, MonthFile } from './month-file';
import { readKlines } from './read-klines';

export interface CachedBars {
  readonly bars: BarSeries;
  /** Of the whole months, even where the bars begin or end within one. */
  readonly months: MonthDigests;
}

/** A month from either place, ready to be put behind the ones before it. */
interface Month {
  readonly length: number;
  readonly sha256: string;
  /** False when the bars are not those that were kept. */
  copyTo(target: BarSeries, at: number): Promise<boolean>;
}

export class MonthCache {
  /** Of bars that were given back, for as long as the garbage collector leaves it. */
  private spareMemory: WeakRef<ArrayBufferLike> | undefined;

  constructor(private readonly directory: string) {}

  /**
   * The same bars as readKlines, from files where they are still true. `nowMs` decides which months are
   * closed. Each month is read after its revision: if somebody revises it meanwhile, the file made of it is
   * of an older revision and not believed.
   */
  async read(
    client: pg.ClientBase,
    span: KlineSpan,
    nowMs: number,
    openLane?: OpenLane,
  ): Promise<CachedBars> {
    const revised = await monthRevisions(client, span);
    const kept = revised.map(({ month, revision }) => this.kept(month, revision, nowMs));
    const missing = revised.filter((_, i) => kept[i] === undefined);
    const read = await this.readMissing(client, missing, nowMs, openLane);
    const months = kept.map((month): Month => month ?? read.shift()!);
    const all = await this.assemble(months);
    if (all === undefined) return await this.afresh(client, span, nowMs);
    const digests = months.map(({ length, sha256 }, i) => {
      return [revised[i]!.month.fromMs, { barCount: length, sha256 }] as const;
    });
    const bars = toBarSeries(all, firstBarFrom(all, span.fromMs), firstBarFrom(all, span.toMs));
    return { bars, months: new Map(digests) };
  }

  /**
   * These bars are no longer in use: the next read may reuse their memory, since allocating that much takes
   * longer than filling it.
   */
  giveBack({ openTimeMs }: BarSeries): void {
    this.spareMemory = new WeakRef(openTimeMs.buffer);
  }

  /** Files are written one after the other while further months are read. */
  private async readMissing(
    client: pg.ClientBase,
    missing: readonly RevisedMonth[],
    nowMs: number,
    openLane: OpenLane | undefined,
  ): Promise<MonthInMemory[]> {
    const lanes = await lanesFor(
      missing.map(({ month }) => month),
      client,
      openLane,
    );
    let written = Promise.resolve();
    try {
      return await overLanes(lanes, missing, async (lane, { month, revision }) => {
        const bars = new MonthInMemory(toBarSeries(await readKlines(lane, month)));
        written = written.then(() => this.keep(month, bars, revision, nowMs));
        return bars;
      });
    } finally {
      await written;
    }
  }

  /** All months at once, each in its place; undefined when a file does not hold what it says. */
  private async assemble(months: readonly Month[]): Promise<BarSeries | undefined> {
    const all = this.roomFor(months.reduce((sum, month) => sum + month.length, 0));
    let at = 0;
    const copies = months.map((month) => {
      const from = at;
      at += month.length;
      return month.copyTo(all, from);
    });
    const areSound = await Promise.all(copies);
    return areSound.every(Boolean) ? all : undefined;
  }

  /** One piece of memory for all columns. */
  private roomFor(length: number): BarSeries {
    const columnBytes = length * Float64Array.BYTES_PER_ELEMENT;
    const spare = this.spareMemory?.deref();
    this.spareMemory = undefined;
    const isEnough = spare !== undefined && spare.byteLength >= BAR_COLUMNS.length * columnBytes;
    const memory = isEnough ? spare : new ArrayBuffer(BAR_COLUMNS.length * columnBytes);
    const bars = new BarSeries(0);
    bars.length = length;
    for (const [i, column] of BAR_COLUMNS.entries()) {
      bars[column] = new Float64Array(memory, i * columnBytes, length);
    }
    return bars;
  }

  private kept(month: KlineSpan, revision: bigint, nowMs: number): Month | undefined {
    return month.toMs > nowMs ? undefined : MonthFile.open(this.fileOf(month), revision);
  }

  /**
   * A file turned out to be damaged while it was read: everything comes from PostgreSQL, and good files are
   * written.
   */
  private async afresh(client: pg.ClientBase, span: KlineSpan, nowMs: number): Promise<CachedBars> {
    await this.readMissing(client, await monthRevisions(client, span), nowMs, undefined);
    return { bars: toBarSeries(await readKlines(client, span)), months: new Map() };
  }

  /** A cache that cannot be written is slow, not wrong. */
  private async keep(
    month: KlineSpan,
    { bars, sha256 }: MonthInMemory,
    revision: bigint,
    nowMs: number,
  ): Promise<void> {
    if (month.toMs > nowMs) return;
    const file = this.fileOf(month);
    const partial = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
    try {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(partial, encodeMonth(bars, revision, sha256));
      await rename(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }

  private fileOf({ market, symbol, timeframe, fromMs }: KlineSpan): string {
    const month = new Date(fromMs).toISOString().slice(0, 7);
    return join(this.directory, market, symbol, timeframe, `${month}.bars`);
  }
}

class MonthInMemory implements Month {
  readonly length: number;
  readonly sha256: string;

  constructor(readonly bars: BarSeries) {
    this.length = bars.length;
    this.sha256 = digestOfBars(bars, 0, bars.length, createHash('sha256'));
  }

  async copyTo(target: BarSeries, at: number): Promise<boolean> {
    for (const column of BAR_COLUMNS) target[column].set(this.bars[column], at);
    return true;
  }
}

interface RevisedMonth {
  /** From its beginning to the next one's. */
  readonly month: KlineSpan;
  readonly revision: bigint;
}

async function monthRevisions(client: pg.ClientBase, span: KlineSpan): Promise<RevisedMonth[]> {
  const { market, symbol, timeframe } = span;
  const { rows } = await client.query<{ month: string; revision: string }>(
    `SELECT month, revision FROM market.kline_months
     WHERE market = $1 AND symbol = $2 AND timeframe = $3 AND month >= $4 AND month < $5 ORDER BY month`,
    [market, symbol, timeframe, monthStartMs(span.fromMs), span.toMs],
  );
  return rows.map(({ month, revision }) => {
    const fromMs = Number(month);
    const whole = { market, symbol, timeframe, fromMs, toMs: nextMonthMs(fromMs) };
    return { month: whole, revision: BigInt(revision) };
  });
}
