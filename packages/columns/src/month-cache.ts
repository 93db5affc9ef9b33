/**
 * Closed months on disk: a flat file of columns per series and month, with a checksum and the database's revision of that month.
 * A file is used only while the revision is still the same, so a revised bar invalidates it everywhere at once; a file that is cut,
 * flipped or of another version is read again from PostgreSQL. Months that are not closed are never kept.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { KlineColumns } from './kline-columns';
import { type KlineRange, monthOf, nextMonthMs } from './kline-range';
import { lanesFor, type OpenLane, overLanes } from './lanes';
import { encodeMonth, MonthFile } from './month-file';
import { readKlines } from './read-klines';

/** A month from either place, ready to be put behind the ones before it. */
interface Month {
  readonly length: number;
  copyTo(target: KlineColumns, at: number): boolean;
}

export class MonthCache {
  constructor(private readonly directory: string) {}

  /**
   * The same bars as readKlines, from files where they are still true. `nowMs` decides which months are closed. Each month is read after
   * its revision: if somebody revises it meanwhile, the file made of it is of an older revision and not believed.
   */
  async read(
    client: pg.ClientBase,
    range: KlineRange,
    nowMs: number,
    openLane?: OpenLane,
  ): Promise<KlineColumns> {
    const revised = await monthRevisions(client, range);
    const kept = revised.map(({ month, revision }) => this.#kept(month, revision, nowMs));
    const missing = revised.filter((_, i) => kept[i] === undefined);
    const read = await this.#readMissing(client, missing, nowMs, openLane);
    const months = kept.map((month) => month ?? inMemory(read.shift()!));
    const all = assemble(months);
    if (all === undefined) return await this.#afresh(client, range, nowMs);
    const from = lowerBound(all, range.fromMs);
    const to = lowerBound(all, range.toMs);
    return all.slice(range.limit === undefined ? from : Math.max(from, to - range.limit), to);
  }

  /** Files are written one after the other while further months are read. */
  async #readMissing(
    client: pg.ClientBase,
    missing: readonly RevisedMonth[],
    nowMs: number,
    openLane: OpenLane | undefined,
  ): Promise<KlineColumns[]> {
    const lanes = await lanesFor(
      missing.map(({ month }) => month),
      client,
      openLane,
    );
    let written = Promise.resolve();
    try {
      return await overLanes(lanes, missing, async (lane, { month, revision }) => {
        const bars = await readKlines(lane, month);
        written = written.then(() => this.#keep(month, bars, revision, nowMs));
        return bars;
      });
    } finally {
      await written;
    }
  }

  #kept(month: KlineRange, revision: bigint, nowMs: number): Month | undefined {
    return month.toMs > nowMs ? undefined : MonthFile.open(this.#fileOf(month), revision);
  }

  /** A file turned out to be damaged while it was read: everything comes from PostgreSQL, and good files are written. */
  async #afresh(client: pg.ClientBase, range: KlineRange, nowMs: number): Promise<KlineColumns> {
    await this.#readMissing(client, await monthRevisions(client, range), nowMs, undefined);
    return await readKlines(client, range);
  }

  /** A cache that cannot be written is slow, not wrong. */
  async #keep(month: KlineRange, bars: KlineColumns, revision: bigint, nowMs: number): Promise<void> {
    if (month.toMs > nowMs) return;
    const file = this.#fileOf(month);
    const partial = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
    try {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(partial, encodeMonth(bars, revision));
      await rename(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }

  #fileOf({ market, symbol, timeframe, fromMs }: KlineRange): string {
    const month = new Date(fromMs).toISOString().slice(0, 7);
    return join(this.directory, market, symbol, timeframe, `${month}.bars`);
  }
}

function inMemory(bars: KlineColumns): Month {
  return {
    length: bars.length,
    copyTo: (target, at) => {
      target.setAll(bars, at);
      return true;
    },
  };
}

/** One allocation of the right size, filled month by month; undefined when a file does not hold what it says. */
function assemble(months: readonly Month[]): KlineColumns | undefined {
  const length = months.reduce((sum, month) => sum + month.length, 0);
  const all = new KlineColumns(length);
  all.length = length;
  let at = 0;
  let isSound = true;
  for (const month of months) {
    isSound = month.copyTo(all, at) && isSound;
    at += month.length;
  }
  return isSound ? all : undefined;
}

interface RevisedMonth {
  /** All of its bars, whatever the limit of the range. */
  readonly month: KlineRange;
  readonly revision: bigint;
}

async function monthRevisions(client: pg.ClientBase, range: KlineRange): Promise<RevisedMonth[]> {
  const { market, symbol, timeframe } = range;
  const { rows } = await client.query<{ month: string; revision: string }>(
    `SELECT month, revision FROM market.kline_months
     WHERE market = $1 AND symbol = $2 AND timeframe = $3 AND month >= $4 AND month < $5 ORDER BY month`,
    [market, symbol, timeframe, monthOf(range.fromMs), range.toMs],
  );
  return rows.map(({ month, revision }) => {
    const fromMs = Number(month);
    const whole = { market, symbol, timeframe, fromMs, toMs: nextMonthMs(fromMs) };
    return { month: whole, revision: BigInt(revision) };
  });
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
