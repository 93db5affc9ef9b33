/** Higher bars made again from the minutes in the database, by the same aggregation as live bars. */
import { KlineColumns } from '@platform/columns';
import type { KlineMessage } from '@platform/contracts';
import { barOpenTimeMs, timeframeMs } from '@platform/core';
import { type BrokenBucket, type HigherTimeframe, TimeframeLadder } from '../domain/timeframe-ladder';
import type { BarStore, Series } from './ports';

/** Those of the buckets whose minutes are all there by now. */
export async function rebuildBuckets(
  store: BarStore,
  series: Series,
  buckets: readonly BrokenBucket[],
): Promise<KlineMessage[]> {
  const rebuilt: KlineMessage[] = [];
  for (const { timeframe, openTimeMs } of buckets) {
    const minutes = await store.read(series, '1m', openTimeMs, openTimeMs + timeframeMs(timeframe));
    for (const { timeframe: closedAs, bar } of higherBars(minutes)) {
      if (closedAs !== timeframe || bar.open_time !== openTimeMs) continue;
      rebuilt.push({ market: series.market, symbol: series.symbol, timeframe, ...bar });
    }
  }
  return rebuilt;
}

function* higherBars(minutes: KlineColumns) {
  const ladder = new TimeframeLadder();
  for (let i = 0; i < minutes.length; i++) yield* ladder.push(minutes.at(i)).closed;
}

/** Whole weeks, the longest bucket there is: no bucket reaches into the next chunk. */
const CHUNK_MS = 4 * timeframeMs('1w');

export interface RebuiltChunk {
  /** Bars that were missing or did not agree with their minutes. */
  readonly changed: number;
  /** Where the next chunk begins; not before `toMs` when this was the last one. */
  readonly nextMs: number;
}

/**
 * Compares the higher bars of some weeks with their minutes and writes those that are missing or differ.
 * Begins at the first minute of [fromMs, toMs); every bar that touches a minute there is looked at.
 */
export async function rebuildChunk(
  store: BarStore,
  series: Series,
  fromMs: number,
  toMs: number,
): Promise<RebuiltChunk> {
  const first = await store.readForward(series, '1m', fromMs, toMs, 1);
  if (first.length === 0) return { changed: 0, nextMs: toMs };
  const startMs = barOpenTimeMs('1w', first.openTimeMs[0]!);
  const lastEndMs = barOpenTimeMs('1w', toMs - 1) + timeframeMs('1w');
  const endMs = Math.min(startMs + CHUNK_MS, lastEndMs);
  const made = new Map<HigherTimeframe, KlineColumns>();
  for (const { timeframe, bar } of higherBars(await store.read(series, '1m', startMs, endMs))) {
    const bars = made.get(timeframe) ?? new KlineColumns();
    made.set(timeframe, bars);
    bars.append(bar);
  }
  let changed = 0;
  for (const [timeframe, bars] of made) {
    const stored = await store.read(series, timeframe, startMs, endMs);
    changed += await store.writeBulk(series, timeframe, differing(bars, stored));
  }
  return { changed, nextMs: endMs };
}

/** The bars that `stored` lacks or has otherwise; both ascending. */
function differing(bars: KlineColumns, stored: KlineColumns): KlineColumns {
  const found = new KlineColumns(0);
  for (let i = 0, j = 0; i < bars.length; i++) {
    while (j < stored.length && stored.openTimeMs[j]! < bars.openTimeMs[i]!) j++;
    if (j >= stored.length || !bars.equalsAt(i, stored, j)) found.append(bars.at(i));
  }
  return found;
}

/**
 * All of [fromMs, toMs); returns how many bars changed. Throws the signal's reason when it is aborted before
 * the end.
 */
export async function rebuildRange(
  store: BarStore,
  series: Series,
  fromMs: number,
  toMs: number,
  signal: AbortSignal,
  onProgress: (atMs: number) => void = () => undefined,
): Promise<number> {
  let changed = 0;
  for (let atMs = fromMs; atMs < toMs; ) {
    signal.throwIfAborted();
    const chunk = await rebuildChunk(store, series, atMs, toMs);
    changed += chunk.changed;
    atMs = chunk.nextMs;
    onProgress(Math.min(atMs, toMs));
  }
  return changed;
}
