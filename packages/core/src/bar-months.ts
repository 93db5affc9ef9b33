/**
 * Bars by calendar month, UTC: how history is kept and what the data digest of a certificate is made of. A
 * caller that keeps whole months may keep their digests beside them, so that the same bars need not be hashed
 * for every run.
 */
import { Digest, type Sha256 } from './digest';
import { BAR_COLUMNS, type BarSeries } from './series';

export interface MonthDigest {
  readonly barCount: number;
  /** As `digestOfBars` gives it for all bars of the month. */
  readonly sha256: string;
}

/** By the beginning of the month. */
export type MonthDigests = ReadonlyMap<number, MonthDigest>;

export function monthStartMs(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export function nextMonthMs(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** The place of the first bar that opens at or after `timeMs`. */
export function firstBarFrom({ openTimeMs, length }: BarSeries, timeMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (openTimeMs[middle]! < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function digestOfBars(bars: BarSeries, from: number, to: number, hash?: Sha256): string {
  const digest = new Digest(hash);
  for (const column of BAR_COLUMNS) digest.column(bars[column].subarray(from, to));
  return digest.hex();
}
