/**
 * The trials of a plan, done by any number of threads over shared memory: bars and rows lie in buffers that all see, and a free thread
 * takes the next trial. Rows are taken in the order of the trials, so the result does not depend on how many worked on it, and lie in
 * a ring, so that many trials take no more memory than few.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type Experiment,
  marketOf,
  type RunTrial,
  rowLengthOf,
  type SharedMarket,
  sharedMarket,
  trialsOf,
} from '@platform/research';
import type { Plan } from './plan';

const LOOK_EVERY_MS = 20;

/** What a trial leaves behind is garbage at once: more room for it would only be filled, by each thread. */
const YOUNG_MIB = 6;
/** Rows that are done or being done and not taken yet; a thread that is further ahead waits. */
const RING = 4_096;
/** Places in `progress`: the next trial, and how many are taken. */
const NEXT = 0;
const TAKEN = 1;

/** What a thread needs; everything in it is shared or small. */
export interface TrialWork {
  readonly experiment: Experiment;
  readonly markets: readonly SharedMarket[];
  readonly indices: SharedArrayBuffer;
  /** Of the trials under way: trial k lies at k modulo the size of the ring. */
  readonly rows: SharedArrayBuffer;
  /** By place in the ring: the trial that is done there, counted from 1. */
  readonly done: SharedArrayBuffer;
  readonly progress: SharedArrayBuffer;
}

/** Hands on every row in the order of the trials; it is overwritten afterwards. */
type TakeRow = (trial: number, row: Float64Array) => void;

export async function runTrials(
  plan: Plan,
  take: TakeRow,
  onProgress: (done: number) => void,
): Promise<void> {
  const threads = Math.min(plan.workers, plan.indices.length);
  if (threads === 1) return doAlone(plan, take, onProgress);
  const work = workOf(plan);
  const options = { workerData: work, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } };
  const workers = Array.from({ length: threads }, () => new Worker(workerEntry(), options));
  try {
    const ended = Promise.all(workers.map((worker) => finished(worker)));
    let isOver = false;
    while (!isOver) {
      isOver = await Promise.race([ended.then(() => true), sleep(LOOK_EVERY_MS, false)]);
      onProgress(takeDone(work, take));
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Takes what is done, in order, and makes room for more; returns how many are taken. */
function takeDone(work: TrialWork, take: TakeRow): number {
  const progress = new Int32Array(work.progress);
  const done = new Int32Array(work.done);
  const rowAt = rowsOf(work);
  let trial = Atomics.load(progress, TAKEN);
  for (; Atomics.load(done, trial % RING) === trial + 1; trial++) {
    take(trial, rowAt(trial));
    Atomics.store(progress, TAKEN, trial + 1);
  }
  Atomics.notify(progress, TAKEN);
  return trial;
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

function doAlone({ experiment, markets, indices }: Plan, take: TakeRow, onProgress: (done: number) => void) {
  const runTrial = trialsOf(experiment, markets);
  const row = new Float64Array(rowLengthOf(experiment));
  indices.forEach((index, trial) => {
    tryTrial(runTrial, index, row);
    take(trial, row);
    onProgress(trial + 1);
  });
}

/** Does trials until none is left. */
export function doTrials(work: TrialWork): void {
  const runTrial = trialsOf(work.experiment, work.markets.map(marketOf));
  const progress = new Int32Array(work.progress);
  const done = new Int32Array(work.done);
  const indices = new Float64Array(work.indices);
  const rowAt = rowsOf(work);
  const next = () => Atomics.add(progress, NEXT, 1);
  for (let trial = next(); trial < indices.length; trial = next()) {
    for (let taken = Atomics.load(progress, TAKEN); trial >= taken + RING; ) {
      Atomics.wait(progress, TAKEN, taken);
      taken = Atomics.load(progress, TAKEN);
    }
    tryTrial(runTrial, indices[trial]!, rowAt(trial));
    Atomics.store(done, trial % RING, trial + 1);
  }
}

/** A failed trial is counted in the result and does not stop the others. */
function tryTrial(runTrial: RunTrial, index: number, row: Float64Array): void {
  try {
    runTrial(index, row);
  } catch {
    row.fill(Number.NaN);
  }
}

function workOf({ experiment, markets, indices }: Plan): TrialWork {
  const chosen = new SharedArrayBuffer(indices.length * 8);
  new Float64Array(chosen).set(indices);
  return {
    experiment,
    markets: markets.map(sharedMarket),
    indices: chosen,
    rows: new SharedArrayBuffer(RING * rowLengthOf(experiment) * 8),
    done: new SharedArrayBuffer(RING * 4),
    progress: new SharedArrayBuffer(8),
  };
}

function rowsOf({ rows, experiment }: TrialWork): (trial: number) => Float64Array {
  const length = rowLengthOf(experiment);
  return (trial) => new Float64Array(rows, (trial % RING) * length * 8, length);
}
