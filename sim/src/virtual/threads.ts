/** Seeds on every core, one thread each. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SeedOrder, SeedReport } from './seed-worker';

export type RunSeed = (order: SeedOrder) => Promise<SeedReport>;

/** Every piece of work is taken up by the next thread that is free. */
export async function onAllCores<T>(
  work: readonly T[],
  run: (piece: T, runSeed: RunSeed) => Promise<void>,
): Promise<void> {
  const waiting = [...work];
  const thread = async () => {
    // The loader that this process was started with reads TypeScript; a thread has to be given it.
    const worker = new Worker(new URL('./thread.mjs', import.meta.url));
    try {
      for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift())
        await run(piece, (order) => answerOf(worker, order));
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), work.length) }, thread));
}

function answerOf(worker: Worker, order: SeedOrder): Promise<SeedReport> {
  return new Promise((resolve, reject) => {
    const onReport = (report: SeedReport) => {
      worker.off('error', onError);
      resolve(report);
    };
    const onError = (error: Error) => {
      worker.off('message', onReport);
      reject(new Error(`seed ${order.seed} ended with an error that nothing caught`, { cause: error }));
    };
    worker.once('message', onReport);
    worker.once('error', onError);
    worker.postMessage(order);
  });
}
