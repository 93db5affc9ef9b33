/**
 * The address is the state: a filter, tab or selected row lives in the query, can be shared and survives a reload. Writing
 * does not ask the server for anything.
 */
'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/** Read and set one word of the query; the fallback itself is never written. */
export function useUrlState(name: string, fallback = ''): [string, (value: string) => void] {
  const search = useSearchParams();
  const set = useCallback(
    (value: string) => setUrl({ [name]: value === fallback ? '' : value }),
    [name, fallback],
  );
  return [search.get(name) ?? fallback, set];
}

/** Set several at once; an empty string removes. */
export function setUrl(values: Readonly<Record<string, string>>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  window.history.replaceState(null, '', url);
}
