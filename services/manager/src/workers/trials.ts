/**
 * A thread that does trials. It holds what one experiment is computed from, and keeps it until the next one
 * comes.
 */
import { parentPort } from 'node:worker_threads';
import { marketOf, type RunTrial, trialsOf } from '@platform/research';
import type { ThreadAnswer, ThreadJob } from './trial-protocol';

let current: { readonly id: string; readonly runTrial: RunTrial } | undefined;

const take = ({ input, first, count, rows, progress }: ThreadJob) => {
  if (current?.id !== input.id) {
    current = { id: input.id, runTrial: trialsOf(input.experiment, input.markets.map(marketOf)) };
  }
  for (let k = Atomics.load(progress, 0); k < count; k++) {
    const row = rows.subarray(k * input.rowLength, (k + 1) * input.rowLength);
    try {
      current.runTrial(input.indices[first + k]!, row);
    } catch (error) {
      row.fill(Number.NaN);
      parentPort!.postMessage({ place: k, reason: (error as Error).message } satisfies ThreadAnswer);
    }
    Atomics.store(progress, 0, k + 1);
  }
  parentPort!.postMessage('done' satisfies ThreadAnswer);
};
// What it throws ends the thread, and the trial in hand is named for it.
parentPort!.on('message', take);
// A thread that dies before it says so died of no trial.
parentPort!.postMessage('ready' satisfies ThreadAnswer);
