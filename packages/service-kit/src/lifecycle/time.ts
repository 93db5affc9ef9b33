/**
 * Time as services use it: the clocks, and waiting by them. Whatever decides takes it as an argument, so that
 * it can be run in another.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@platform/core';

export interface Time extends Clock {
  /** Calls once, no earlier than after this long; returns how to prevent it. */
  later(call: () => void, delayMs: number): () => void;
  /** Calls once what is in hand has been done, before anything that waits for time. */
  soon(call: () => void): void;
  /** Ends early, and without an error, when the signal does. */
  wait(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemTime: Time = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  later(call, delayMs) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
  soon: (call) => void setImmediate(call),
  wait: (delayMs, signal) =>
    sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};
