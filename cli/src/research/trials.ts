/**
 * The trials of a plan, done by any number of threads over shared memory: bars and results lie in buffers that all see, and whoever is
 * free takes the next trial. Nothing is sent but the plan, so the result does not depend on how many worked on it.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type Experiment,
  marketOf,
  rowLengthOf,
  type SharedMarket,
  sharedMarket,
  trialsOf,
} from '@platform/research';
import type { Plan } from './plan';

const LOOK_EVERY_MS = 100;

/** What a thread needs; everything in it is shared or small. */
export interface TrialWork {
  readonly experiment: Experiment;
  readonly markets: readonly SharedMarket[];
  readonly indices: SharedArrayBuffer;
  readonly rows: SharedArrayBuffer;
  /** The next trial, and how many are done. */
  readonly progress: SharedArrayBuffer;
}

export async function runTrials(plan: Plan, onProgress: (done: number) => void): Promise<Float64Array[]> {
  const work = workOf(plan);
  const progress = new Int32Array(work.progress);
  const threads = Math.min(plan.workers, plan.indices.length);
  if (threads === 1) doTrials(work, onProgress);
  else {
    const workers = Array.from({ length: threads }, () => new Worker(workerEntry(), { workerData: work }));
    const ended = Promise.all(workers.map((worker) => finished(worker)));
    while (Atomics.load(progress, 1) < plan.indices.length) {
      const isOver = await Promise.race([ended.then(() => true), sleep(LOOK_EVERY_MS, false)]);
      onProgress(Atomics.load(progress, 1));
      if (isOver) break;
    }
    await ended;
  }
  return rowsOf(work);
}

/** Beside the bundle that runs or, from source, behind the TypeScript loader. */
function workerEntry(): URL {
  const bundled = new URL('./trial-worker.mjs', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('./trial-worker-entry.mjs', import.meta.url);
}

/** A thread that fails takes the experiment down with its error: a trial that is not done must not look like one that failed. */
async function finished(worker: Worker): Promise<void> {
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`a worker of the experiment ended with code ${code}`);
}

/** Does trials until none is left. */
export function doTrials(work: TrialWork, onProgress: (done: number) => void = () => {}): void {
  const runTrial = trialsOf(work.experiment, work.markets.map(marketOf));
  const progress = new Int32Array(work.progress);
  const indices = new Float64Array(work.indices);
  const rows = rowsOf(work);
  for (let k = Atomics.add(progress, 0, 1); k < indices.length; k = Atomics.add(progress, 0, 1)) {
    const row = rows[k]!;
    try {
      runTrial(indices[k]!, row);
    } catch {
      // One trial that fails is counted in the result and stops nobody.
      row.fill(Number.NaN);
    }
    onProgress(Atomics.add(progress, 1, 1) + 1);
  }
}

function workOf({ experiment, markets, indices }: Plan): TrialWork {
  const chosen = new SharedArrayBuffer(indices.length * 8);
  new Float64Array(chosen).set(indices);
  return {
    experiment,
    markets: markets.map(sharedMarket),
    indices: chosen,
    rows: new SharedArrayBuffer(indices.length * rowLengthOf(experiment) * 8),
    progress: new SharedArrayBuffer(8),
  };
}

function rowsOf({ rows, indices, experiment }: TrialWork): Float64Array[] {
  const length = rowLengthOf(experiment);
  return Array.from(
    { length: indices.byteLength / 8 },
    (_, k) => new Float64Array(rows, k * length * 8, length),
  );
}
