import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Repeats `attempt` until it neither throws nor returns false, and gives back what it returned.
 * The deadline is generous by intent: it bounds a broken test, it does not measure speed.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  deadlineMs = 15_000,
): Promise<Exclude<T, false>> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    try {
      const result = await attempt();
      if (result !== false) return result as Exclude<T, false>;
      if (performance.now() > deadline) throw new Error(`still false after ${deadlineMs} ms`);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(POLL_MS);
  }
}
