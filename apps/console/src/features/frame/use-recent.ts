/** What was read, while it is recent enough to act upon. */
'use client';

import { useNow } from '../../ui/clock';

/**
 * A read follows the last one after 5 s and is answered or refused within 5 s more: what is older was not
 * renewed, whatever the cause.
 */
const GOOD_FOR_MS = 15_000;

interface Read<T> {
  readonly data: T | undefined;
  readonly dataUpdatedAt: number;
}

/** Of a read that is polled every 5 s; undefined where nothing was read, or not lately. */
export function useRecent<T>({ data, dataUpdatedAt }: Read<T>): T | undefined {
  // The server renders before anything is read, so its own now is never compared with a reading.
  const now = useNow() ?? Date.now();
  return now - dataUpdatedAt > GOOD_FOR_MS ? undefined : data;
}
