/**
 * Reads of the manager as react-query results. The key is ['manager', path template, params, query]: live
 * events refresh by template (see live/refresh.ts), and a slow poll stands behind them in case one is lost.
 */
'use client';

import { type InfiniteData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ask, type ManagerError, pathOf } from './request';
import type { Answer, Params, Query, ReadPath } from './types';

export interface ReadOptions<P extends ReadPath> {
  readonly params?: Params<P>;
  readonly query?: Query<P>;
  /** How often to read again when no live event says so; false never. */
  readonly pollMs?: number | false;
  readonly enabled?: boolean;
  /**
   * How soon to read again what never succeeded; longer for what may be absent on purpose. What was there
   * once is there again soon.
   */
  readonly retryMs?: number;
}

export const POLL_MS = 15_000;
const RETRY_MS = 5_000;

/** When to read again. What failed is, polled or not, so that every page recovers by itself. */
export const readAgain =
  (pollMs: number | false, retryMs = RETRY_MS) =>
  ({ state }: { readonly state: { readonly status: string; readonly data?: unknown } }): number | false => {
    if (state.status !== 'error') return pollMs;
    return state.data === undefined ? retryMs : RETRY_MS;
  };

export function managerKey(path: ReadPath, params: object = {}, query: object = {}) {
  return ['manager', path, params, query] as const;
}

export function useManager<P extends ReadPath>(
  path: P,
  options: ReadOptions<P> = {},
): UseQueryResult<Answer<P>, ManagerError> {
  const { params, query, pollMs = POLL_MS, enabled = true, retryMs } = options;
  return useQuery<Answer<P>, ManagerError>({
    queryKey: managerKey(path, params, query),
    queryFn: async ({ signal }) => (await ask<Answer<P>>(pathOf(path, params, query), { signal })).data,
    refetchInterval: readAgain(pollMs, retryMs),
    enabled,
  });
}

/** Alerts of the metrics stack, which a platform may lack: asked for less often while it is missing. */
export const ALERTS_READ = { pollMs: 10_000, retryMs: 30_000 };

export function useFiringAlerts() {
  return useManager('/bff/alerts/firing', ALERTS_READ);
}

/** A list with cursors: `data.pages`, `fetchNextPage()`, `hasNextPage`. */
export function useManagerPages<P extends ReadPath>(path: P, options: ReadOptions<P> = {}) {
  const { params, query, pollMs = false, enabled = true } = options;
  const queryKey = [...managerKey(path, params, query), 'pages'];
  return useInfiniteQuery<Answer<P>, ManagerError, InfiniteData<Answer<P>>, typeof queryKey, string | null>({
    queryKey,
    queryFn: async ({ signal, pageParam }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      return (await ask<Answer<P>>(pathOf(path, params, { ...query, ...cursor }), { signal })).data;
    },
    initialPageParam: null,
    getNextPageParam: (page: Answer<P>) => (page as Paged).next_cursor,
    refetchInterval: readAgain(pollMs),
    enabled,
  });
}

interface Paged {
  readonly next_cursor: string | null;
}
