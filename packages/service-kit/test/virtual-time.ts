/**
 * Time that passes only when the test lets it: both clocks begin at zero, and what is due happens in the
 * order of its time.
 */
import type { Time } from '../src/lifecycle/time';

export interface VirtualTime extends Time {
  advance(byMs: number): Promise<void>;
}

interface Due {
  readonly atMs: number;
  call(): void;
}

export function virtualTime(): VirtualTime {
  let nowMs = 0;
  const due: Due[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const time: VirtualTime = {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    later(call, delayMs) {
      const entry = { atMs: nowMs + delayMs, call };
      due.push(entry);
      return () => {
        if (due.includes(entry)) due.splice(due.indexOf(entry), 1);
      };
    },
    soon: (call) => void time.later(call, 0),
    wait: (delayMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        time.later(resolve, delayMs);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    async advance(byMs) {
      const untilMs = nowMs + byMs;
      for (;;) {
        await settle();
        const next = due.reduce<Due | undefined>(
          (first, each) =>
            each.atMs <= untilMs && (first === undefined || each.atMs < first.atMs) ? each : first,
          undefined,
        );
        if (next === undefined) break;
        due.splice(due.indexOf(next), 1);
        nowMs = Math.max(nowMs, next.atMs);
        next.call();
      }
      nowMs = untilMs;
    },
  };
  return time;
}
