/** Work that hangs is given up: no caller waits for it any more, and what it returns later is dropped. */
import { setTimeout as sleep } from 'node:timers/promises';

export async function within<T>(limitMs: number, what: string, work: () => Promise<T>): Promise<T> {
  const watch = new AbortController();
  const cut = sleep(limitMs, undefined, { signal: watch.signal }).then(() => {
    throw new Error(`cut off: ${what} hung for ${limitMs / 1000} s`);
  });
  try {
    return await Promise.race([work(), cut]);
  } finally {
    watch.abort();
  }
}
