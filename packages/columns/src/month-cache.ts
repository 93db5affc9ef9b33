/**
 * Closed months on disk: a flat file of columns per series and month, with a checksum and the database's revision of that month.
 * A file is used only while the revision is still the same, so a revised bar invalidates it everywhere at once; a file that is cut,
 * flipped or of another version is read again from PostgreSQL. Months that are not closed are never kept.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { KlineColumns } from './kline-columns';
import { encodeMonth, MonthFile } from './month-file';
import { type KlineRange, readKlines } from './read-klines';

/** A month from either place, ready to be put behind the ones before it. */
interface Month {
  readonly length: number;
  copyTo(target: KlineColumns, at: number): boolean;
}

export class MonthCache {
  constructor(private readonly directory: string) {}

  /** The same bars as readKlines, from files where they are still true. `nowMs` decides which months are closed. */
  async read(client: pg.ClientBase, range: KlineRange, nowMs: number): Promise<KlineColumns> {
    const months: Month[] = [];
    let written = Promise.resolve();
    for (const { monthMs, revision } of await monthRevisions(client, range)) {
      const month = { ...range, fromMs: monthMs, toMs: nextMonthMs(monthMs) };
      const kept = this.#kept(month, revision, nowMs);
      if (kept === undefined) {
        const bars = await readWhole(client, month);
        // A file is written while the next month is read.
        await written;
        written = this.#keep(month, bars, revision, nowMs);
        months.push(inMemory(bars));
      } else months.push(kept);
    }
    await written;
    const all = assemble(months);
    if (all === undefined) return await this.#afresh(client, range, nowMs);
    const from = lowerBound(all, range.fromMs);
    const to = lowerBound(all, range.toMs);
    return all.slice(range.limit === undefined ? from : Math.max(from, to - range.limit), to);
  }

  #kept(month: KlineRange, revision: bigint, nowMs: number): Month | undefined {
    return month.toMs > nowMs ? undefined : MonthFile.open(this.#fileOf(month), revision);
  }

  /** A file turned out to be damaged while it was read: everything comes from PostgreSQL, and good files are written. */
  async #afresh(client: pg.ClientBase, range: KlineRange, nowMs: number): Promise<KlineColumns> {
    for (const { monthMs, revision } of await monthRevisions(client, range)) {
      const month = { ...range, fromMs: monthMs, toMs: nextMonthMs(monthMs) };
      await this.#keep(month, await readWhole(client, month), revision, nowMs);
    }
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

async function readWhole(client: pg.ClientBase, month: KlineRange): Promise<KlineColumns> {
  const { limit: _limit, ...whole } = month;
  return await readKlines(client, whole);
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
