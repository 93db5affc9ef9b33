/** Runs seeds on every core and says of each that fails all that is needed to look into it. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { renderSchedule } from '../schedule/render';
import { drawSchedule } from '../schedule/schedule';
import { minimise } from './minimise';
import type { SeedReport } from './seed-worker';

export interface SeedsReport {
  readonly failed: readonly number[];
  /** Virtual time that was lived through. */
  readonly lastedMs: number;
}

/** `onReport` hears of every seed, in the order in which they end. */
export async function runSeeds(
  seeds: readonly number[],
  onReport: (report: SeedReport) => void,
): Promise<SeedsReport> {
  const waiting = [...seeds];
  const failed: number[] = [];
  let lastedMs = 0;
  const threads = Math.min(availableParallelism(), seeds.length);
  const work = async () => {
    // The loader that this process was started with reads TypeScript; a thread has to be given it.
    const worker = new Worker(new URL('./thread.mjs', import.meta.url));
    try {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        const report = await answerOf(worker, seed);
        lastedMs += report.lastedMs;
        if (report.violations.length > 0) failed.push(seed);
        onReport(report);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return { failed: failed.sort((a, b) => a - b), lastedMs };
}

function answerOf(worker: Worker, seed: number): Promise<SeedReport> {
  return new Promise((resolve, reject) => {
    const onReport = (report: SeedReport) => {
      worker.off('error', onError);
      resolve(report);
    };
    const onError = (error: Error) => {
      worker.off('message', onReport);
      reject(new Error(`seed ${seed} ended with an error that nothing caught`, { cause: error }));
    };
    worker.once('message', onReport);
    worker.once('error', onError);
    worker.postMessage(seed);
  });
}

/** What failed, and the shortest schedule that still does. */
export async function describeFailure({ seed, violations }: SeedReport): Promise<string[]> {
  const schedule = drawSchedule(seed);
  const shortest = await minimise(schedule, violations[0]!.invariant);
  const left = `${shortest.actions.length} of ${schedule.actions.length} actions still break ${violations[0]!.invariant}:`;
  return [
    ...violations.map(({ invariant, detail }) => `  ${invariant.padEnd(4)} ${detail}`),
    '',
    `  ${left}`,
    ...renderSchedule(shortest).map((line) => `  ${line}`),
    '',
    `  again: ./platform test simulation --from ${seed}`,
    '  Everything happens again, to the byte. Add the seed to sim/regressions-virtual.json.',
  ];
}
