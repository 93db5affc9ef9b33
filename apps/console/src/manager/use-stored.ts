/**
 * Reads of what does not change once it is written: the curve, roundtrips and bars of a finished run. They
 * are kept apart from the other reads, so that neither a live event nor a returned connection asks for
 * megabytes again.
 */
'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ManagerError } from './request';

export interface StoredOptions<T> {
  readonly key: readonly unknown[];
  readonly read: (signal: AbortSignal) => Promise<T>;
  /** While it still grows: how often to read again. */
  readonly pollMs?: number | false;
  readonly enabled?: boolean;
}

export function useStored<T>(options: StoredOptions<T>): UseQueryResult<T, ManagerError> {
  const { key, read, pollMs = false, enabled = true } = options;
  return useQuery<T, ManagerError>({
    queryKey: ['stored', ...key],
    queryFn: ({ signal }) => read(signal),
    staleTime: pollMs === false ? Number.POSITIVE_INFINITY : pollMs,
    refetchInterval: pollMs,
    enabled,
  });
}
