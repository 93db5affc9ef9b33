/** What a page about runs reads: the run, its whole curve, all of its roundtrips, and the market it traded in. */
'use client';

import { useEffect, useMemo } from 'react';
import type { Span } from '../../lib/chart-data';
import type { Roundtrip, RunDetail } from '../../lib/runs/types';
import { fittingTimeframe, isTimeframe, timeframeMs } from '../../lib/timeframes';
import { useManager, useManagerPages } from '../../manager/use-manager';

export function isFinished({ status }: Pick<RunDetail, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** What is finished never changes; a live run and one under way do. */
export function useRun(id: string, pollMs = 15_000) {
  return useManager('/runs/{id}', { params: { id }, pollMs });
}

export function useRunCurve(run: Pick<RunDetail, 'id' | 'kind' | 'status'>) {
  return useManager('/runs/{id}/curve', {
    params: { id: run.id },
    pollMs: run.kind === 'live' && !isFinished(run) ? 30_000 : false,
  });
}

const TRIPS_PER_PAGE = 500;

/** Page after page until all are here; the table can be read from the first one on. */
export function useRoundtrips(id: string) {
  const read = useManagerPages('/runs/{id}/roundtrips', {
    params: { id },
    query: { page_size: TRIPS_PER_PAGE },
  });
  const { hasNextPage, isFetching, fetchNextPage } = read;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const trips = useMemo<readonly Roundtrip[]>(
    () => read.data?.pages.flatMap(({ items }) => items) ?? [],
    [read.data],
  );
  return {
    trips,
    isComplete: read.data !== undefined && !hasNextPage,
    error: read.error,
    isPending: read.isPending,
  };
}

/** The data service gives five thousand bars at most; a chart shows fewer with more to see. */
const MAX_BARS = 3_000;

/** Bars of the span at the finest time frame that fits, never finer than the run's own. */
export function useBars(run: Pick<RunDetail, 'symbol' | 'timeframe'>, span: Span | null) {
  const finest = isTimeframe(run.timeframe) ? run.timeframe : '1h';
  const timeframe = span === null ? finest : fittingTimeframe(finest, span.toMs - span.fromMs, MAX_BARS);
  const barMs = timeframeMs(timeframe);
  const read = useManager('/data/klines', {
    query:
      span === null
        ? {}
        : {
            symbol: run.symbol,
            timeframe,
            from_ts: span.fromMs - barMs,
            to_ts: span.toMs + barMs,
            limit: 5_000,
          },
    pollMs: false,
    enabled: span !== null,
  });
  return { read, timeframe, barMs };
}

export function useFunding(symbol: string, span: Span | null) {
  return useManager('/data/funding', {
    query: span === null ? {} : { symbol, from_ts: span.fromMs, to_ts: span.toMs },
    pollMs: false,
    enabled: span !== null,
  });
}
