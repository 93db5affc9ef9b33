/**
 * The dead man's switch: how long it is still called after a watcher hangs. From then on the service outside
 * this machine counts, five minutes as the guide says. Alertmanager goes on for a while without Prometheus:
 * it holds the last report to be true for four minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResult, Report } from './benchmark';
import { hangs } from './drills/processes';
import type { WatchedStack } from './watching-harness';

const FIRST_CALL_WITHIN_MS = 120_000;
/** It is called every minute: after two of them without a call there will be none. */
const SILENCE_MS = 150_000;
const LOST_AFTER_MS = 600_000;
const POLL_MS = 100;

export async function measureSwitch(
  stack: WatchedStack,
  progress: Report,
  isLong: boolean,
): Promise<BenchResult[]> {
  const watchers = ['alertmanager', ...(isLong ? ['prometheus'] : [])];
  const results: BenchResult[] = [];
  for (const [i, watcher] of watchers.entries()) {
    progress(`drill ${i + 1} of ${watchers.length}, ${watcher} hangs`);
    await untilCalled(stack, Date.now());
    const value = await lastCallAfterHanging(stack, watcher);
    progress(`${watcher} hangs: the dead man's switch was last called after ${value.toFixed(1)} s`);
    results.push({ name: `${watcher} hangs: last call of the dead man's switch`, value, unit: 's' });
  }
  return results;
}

async function untilCalled({ switchCalls }: WatchedStack, sinceMs: number): Promise<void> {
  while (!switchCalls.some((atMs) => atMs > sinceMs)) {
    if (Date.now() > sinceMs + FIRST_CALL_WITHIN_MS) throw new Error('the dead man’s switch is not called');
    await sleep(POLL_MS);
  }
}

/** Nought where none came after it. */
async function lastCallAfterHanging(stack: WatchedStack, watcher: string): Promise<number> {
  const goOn = await hangs(watcher)(stack);
  const brokenAtMs = Date.now();
  const lastMs = () => Math.max(brokenAtMs, ...stack.switchCalls);
  try {
    while (Date.now() < lastMs() + SILENCE_MS) {
      if (Date.now() > brokenAtMs + LOST_AFTER_MS)
        throw new Error(`cut off: the dead man’s switch is still called ${LOST_AFTER_MS / 1000} s later`);
      await sleep(POLL_MS);
    }
    return (lastMs() - brokenAtMs) / 1000;
  } finally {
    await goOn();
  }
}
