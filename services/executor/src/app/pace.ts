/** Time as the order path sees it: a clock that only goes forward, and waits that end when the service does. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  /** Of the monotonic clock. */
  nowMs(): number;
  /** Ends early, and without an error, when the signal does. */
  wait(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const PACE: Pace = {
  nowMs: () => performance.now(),
  wait: (delayMs, signal) =>
    sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};
