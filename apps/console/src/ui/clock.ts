/** One timer for every age on the page. */
'use client';

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let nowMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function snapshot(): number {
  if (nowMs === 0) nowMs = Date.now();
  return nowMs;
}

/** Now, to the second; null while the server renders, because its now would not be the browser's. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, snapshot, () => null);
}

const never = () => () => undefined;

/**
 * False on the server and in the first rendering, which must be alike: the reader's time zone is not known
 * there.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
