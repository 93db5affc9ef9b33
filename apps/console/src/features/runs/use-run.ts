/**
 * What a page about runs reads: the run, its whole curve, all of its roundtrips, and the market it traded in.
 */
'use client';

import { isTimeframe, type Timeframe, timeframeMs } from '@platform/core';
import type { Span } from '../../lib/chart-data';
import type { Roundtrip, RunDetail } from '../../lib/runs/types';
import { candidatesFor, fittingTimeframe } from '../../lib/timeframes';
import { ask, pathOf } from '../../manager/request';
import type { Answer } from '../../manager/types';
import { useManager } from '../../manager/use-manager';
import { useStored } from '../../manager/use-stored';

type Kept = Pick<RunDetail, 'id' | 'status'>;
type Traded = Pick<RunDetail, 'symbol' | 'timeframe'>;
type StoredBars = Answer<'/data/klines'>['klines'];

export function isFinished({ status }: Pick<RunDetail, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** How often a run under way is read again. */
const GROWING_POLL_MS = 30_000;

export function useRun(id: string, pollMs = 15_000) {
  return useManager('/runs/{id}', { params: { id }, pollMs });
}

export function useRunCurve(run: Kept) {
  return useStored({
    key: ['curve', run.id, run.status],
    read: async (signal) => (await ask<Answer<'/runs/{id}/curve'>>(`/runs/${run.id}/curve`, { signal })).data,
    pollMs: isFinished(run) ? false : GROWING_POLL_MS,
  });
}

export function useRoundtrips(run: Kept) {
  return useStored({
    key: ['roundtrips', run.id, run.status],
    read: (signal) => allRoundtrips(run.id, signal),
    pollMs: isFinished(run) ? false : GROWING_POLL_MS,
  });
}

const TRIPS_PER_PAGE = 500;

async function allRoundtrips(id: string, signal: AbortSignal): Promise<readonly Roundtrip[]> {
  const trips: Roundtrip[] = [];
  let cursor: string | null = null;
  do {
    const path: string = pathOf('/runs/{id}/roundtrips', { id }, { page_size: TRIPS_PER_PAGE, cursor });
    const { data }: { data: Answer<'/runs/{id}/roundtrips'> } = await ask(path, { signal });
    trips.push(...data.items);
    cursor = data.next_cursor;
  } while (cursor !== null);
  return trips;
}

/** The data service gives five thousand bars at most; a chart shows fewer with more to see. */
const MAX_BARS = 3_000;

export interface Bars {
  readonly timeframe: Timeframe;
  readonly barMs: number;
  readonly klines: StoredBars;
}

/**
 * Bars of the span at the finest stored time frame that fits; finer than the run's own only while not one of
 * its bars has closed.
 */
export function useBars(run: Traded, span: Span | null) {
  return useStored({
    key: ['bars', run.symbol, run.timeframe, span],
    read: (signal) => fittingBars(run, span!, signal),
    enabled: span !== null,
  });
}

async function fittingBars({ symbol, timeframe }: Traded, span: Span, signal: AbortSignal): Promise<Bars> {
  const finest = isTimeframe(timeframe) ? timeframe : '1h';
  const best = fittingTimeframe(finest, span.toMs - span.fromMs, MAX_BARS);
  for (const candidate of candidatesFor(best, span.toMs - span.fromMs)) {
    const barMs = timeframeMs(candidate);
    const [from_ts, to_ts] = [Math.max(0, span.fromMs - barMs), span.toMs + barMs];
    const query = { symbol, timeframe: candidate, from_ts, to_ts, limit: 5_000 };
    const { data } = await ask<Answer<'/data/klines'>>(pathOf('/data/klines', {}, query), { signal });
    if (data.klines.length > 0) return { timeframe: candidate, barMs, klines: data.klines };
  }
  return { timeframe: best, barMs: timeframeMs(best), klines: [] };
}

export function useFunding(symbol: string, span: Span | null) {
  return useStored({
    key: ['funding', symbol, span],
    read: async (signal) => {
      const query = { symbol, from_ts: Math.max(0, span!.fromMs), to_ts: span!.toMs };
      return (await ask<Answer<'/data/funding'>>(pathOf('/data/funding', {}, query), { signal })).data;
    },
    enabled: span !== null,
  });
}
