/** Higher bars made again from the minutes in the database, with the same ladder that live bars climb. */
import { KlineColumns } from '@platform/columns';
import type { KlineMessage } from '@platform/contracts';
import { barOpenTimeMs, timeframeMs } from '@platform/core';
import { type BrokenBucket, type HigherTimeframe, TimeframeLadder } from '../domain/timeframe-ladder';
import type { KlineStore, Series } from './ports';

/** Those of the buckets whose minutes are all there by now. */
export async function rebuildBuckets(
  store: KlineStore,
  series: Series,
  buckets: readonly BrokenBucket[],
): Promise<KlineMessage[]> {
  const rebuilt: KlineMessage[] = [];
  for (const { timeframe, openTimeMs } of buckets) {
    const minutes = await store.read(series, '1m', openTimeMs, openTimeMs + timeframeMs(timeframe));
    for (const { timeframe: closedAs, bar } of climb(minutes)) {
      if (closedAs !== timeframe || bar.open_time !== openTimeMs) continue;
      rebuilt.push({ market: series.market, symbol: series.symbol, timeframe, ...bar });
    }
  }
  return rebuilt;
}

function* climb(minutes: KlineColumns) {
  const ladder = new TimeframeLadder();
  for (let i = 0; i < minutes.length; i++) yield* ladder.push(minutes.at(i)).closed;
}

/** Minutes are read a week at a time, the longest bucket there is. */
const CHUNK_MS = 4 * timeframeMs('1w');

/** Every higher bar that touches [fromMs, toMs), after minutes were written there in bulk; returns how many changed. */
export async function rebuildRange(
  store: KlineStore,
  series: Series,
  fromMs: number,
  toMs: number,
  signal: AbortSignal,
): Promise<number> {
  const firstMs = barOpenTimeMs('1w', fromMs);
  const endMs = barOpenTimeMs('1w', toMs - 1) + timeframeMs('1w');
  const ladder = new TimeframeLadder();
  let changed = 0;
  for (let atMs = firstMs; atMs < endMs && !signal.aborted; atMs += CHUNK_MS) {
    const minutes = await store.read(series, '1m', atMs, Math.min(atMs + CHUNK_MS, endMs));
    const higher = new Map<HigherTimeframe, KlineColumns>();
    for (let i = 0; i < minutes.length; i++) {
      for (const { timeframe, bar } of ladder.push(minutes.at(i)).closed) {
        const bars = higher.get(timeframe) ?? new KlineColumns();
        higher.set(timeframe, bars);
        bars.append(bar);
      }
    }
    for (const [timeframe, bars] of higher) changed += await store.writeBulk(series, timeframe, bars);
  }
  return changed;
}
