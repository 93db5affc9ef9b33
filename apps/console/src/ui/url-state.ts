/**
 * The address is the state: a filter, tab or selected row lives in the query, can be shared and survives a
 * reload. Writing does not ask the server for anything, and what was written is there at once: the router's
 * own copy follows in a transition, which a busy page finishes late, and a second click would be decided by
 * what was there before the first.
 */
'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

/** What was written and the router has not caught up with. */
let written: { readonly path: string; readonly search: string } | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(value: typeof written): void {
  written = value;
  for (const listener of listeners) listener();
}

/** The whole query. */
export function useSearch(): URLSearchParams {
  const path = usePathname();
  const routed = useSearchParams().toString();
  const ahead = useSyncExternalStore(
    subscribe,
    () => written,
    () => null,
  );
  useEffect(() => {
    const { pathname, searchParams } = new URL(window.location.href);
    const hasCaughtUp = searchParams.toString() === routed;
    const wasLeft = written?.path !== pathname || written?.search !== searchParams.toString();
    if (written !== null && (hasCaughtUp || wasLeft)) keep(null);
  }, [routed]);
  const text = ahead?.path === path ? ahead.search : routed;
  return useMemo(() => new URLSearchParams(text), [text]);
}

/** Read and set one word of the query; the fallback itself is never written. */
export function useUrlState(name: string, fallback = ''): [string, (value: string) => void] {
  const search = useSearch();
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
  keep({ path: url.pathname, search: url.searchParams.toString() });
}

/** One word of the query as it is now, for a change that builds on it. */
export function urlValue(name: string): string {
  return new URL(window.location.href).searchParams.get(name) ?? '';
}
