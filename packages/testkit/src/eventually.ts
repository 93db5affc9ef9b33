import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
/** Generous by intent, and the same for all: it bounds a broken test, it does not measure speed. */
const DEADLINE_MS = 300_000;

/** Repeats `attempt` until it neither throws nor returns false, and gives back what it returned. */
export async function eventually<T>(attempt: () => T | Promise<T>): Promise<Exclude<T, false>> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      const result = await attempt();
      if (result !== false) return result as Exclude<T, false>;
      if (performance.now() > deadline) throw new Error(`still false after ${DEADLINE_MS} ms`);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(POLL_MS);
  }
}
