/**
 * The trials of a plan, done by any number of threads over shared memory: bars and rows lie in buffers that
 * all see, and a free thread takes the next trial. Rows are taken in the order of the trials, so the result
 * does not depend on how many worked on it, and lie in a ring, so that many trials take no more memory than
 * few.
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
import { UsageFailure } from '../backtest/failure';
import { doLimited, TRIAL_MS, type TrialFault, type TrialQueue } from './limited';
import type { Plan } from './plan';

const LOOK_EVERY_MS = 20;
const MOST_ENDLESS = 3;

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
  readonly limitMs: number;
}

/** What a thread says of a trial that failed. */
export interface FailedTrial extends TrialFault {
  readonly trial: number;
}

/** Hands on every row in the order of the trials; it is overwritten afterwards. */
type TakeRow = (trial: number, row: Float64Array) => void;

export async function runTrials(
  plan: Plan,
  take: TakeRow,
  onProgress: (done: number) => void,
  onFault: (fault: FailedTrial) => void,
  limitMs = TRIAL_MS,
): Promise<void> {
  const threads = Math.min(plan.workers, plan.indices.length);
  const hear = faultListener(onFault);
  if (threads === 1) return doAlone(plan, take, onProgress, hear, limitMs);
  const work = workOf(plan, limitMs);
  const options = { workerData: work, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } };
  const workers = Array.from({ length: threads }, () => new Worker(workerEntry(), options));
  const refused = new Promise<never>((_, reject) => {
    const listen = (fault: FailedTrial) => {
      try {
        hear(fault);
      } catch (error) {
        reject(error as Error);
      }
    };
    for (const worker of workers) worker.on('message', listen);
  });
  try {
    const ended = Promise.race([refused, Promise.all(workers.map((worker) => finished(worker)))]);
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

/**
 * A thread that fails takes the experiment down with its error: a trial that is not done must not look like
 * one that failed.
 */
async function finished(worker: Worker): Promise<void> {
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`a worker of the experiment ended with code ${code}`);
}

/** Each of them takes all of its time: after so many the experiment is given up. */
function faultListener(onFault: (fault: FailedTrial) => void): (fault: FailedTrial) => void {
  let endless = 0;
  return (fault) => {
    onFault(fault);
    if (fault.isEndless) endless += 1;
    if (endless === MOST_ENDLESS)
      throw new UsageFailure(`given up: ${MOST_ENDLESS} trials never came to an end`);
  };
}

function doAlone(
  { experiment, markets, indices }: Plan,
  take: TakeRow,
  onProgress: (done: number) => void,
  onFault: (fault: FailedTrial) => void,
  limitMs: number,
) {
  const runTrial = trialsOf(experiment, markets);
  const row = new Float64Array(rowLengthOf(experiment));
  let given = 0;
  const queue: TrialQueue = {
    next: () => (given < indices.length ? given++ : undefined),
    hasRoom: () => true,
    waitForRoom: () => undefined,
    attempt: (trial) => runTrial(indices[trial]!, row),
    done: (trial, fault) => {
      if (fault !== undefined) {
        row.fill(Number.NaN);
        onFault({ trial, ...fault });
      }
      take(trial, row);
      onProgress(trial + 1);
    },
  };
  doLimited(queue, limitMs);
}

/** Does trials until none is left. A failed one is counted in the result and does not stop the others. */
export function doTrials(work: TrialWork, onFault: (fault: FailedTrial) => void): void {
  const runTrial = trialsOf(work.experiment, work.markets.map(marketOf));
  const progress = new Int32Array(work.progress);
  const done = new Int32Array(work.done);
  const indices = new Float64Array(work.indices);
  const rowAt = rowsOf(work);
  const queue: TrialQueue = {
    next: () => {
      const trial = Atomics.add(progress, NEXT, 1);
      return trial < indices.length ? trial : undefined;
    },
    hasRoom: (trial) => trial < Atomics.load(progress, TAKEN) + RING,
    waitForRoom: (trial) => {
      for (let taken = Atomics.load(progress, TAKEN); trial >= taken + RING; ) {
        Atomics.wait(progress, TAKEN, taken);
        taken = Atomics.load(progress, TAKEN);
      }
    },
    attempt: (trial) => runTrial(indices[trial]!, rowAt(trial)),
    done: (trial, fault) => {
      if (fault !== undefined) {
        rowAt(trial).fill(Number.NaN);
        onFault({ trial, ...fault });
      }
      Atomics.store(done, trial % RING, trial + 1);
    },
  };
  doLimited(queue, work.limitMs);
}

function workOf({ experiment, markets, indices }: Plan, limitMs: number): TrialWork {
  const chosen = new SharedArrayBuffer(indices.length * 8);
  new Float64Array(chosen).set(indices);
  return {
    experiment,
    markets: markets.map(sharedMarket),
    indices: chosen,
    rows: new SharedArrayBuffer(RING * rowLengthOf(experiment) * 8),
    done: new SharedArrayBuffer(RING * 4),
    progress: new SharedArrayBuffer(8),
    limitMs,
  };
}

function rowsOf({ rows, experiment }: TrialWork): (trial: number) => Float64Array {
  const length = rowLengthOf(experiment);
  return (trial) => new Float64Array(rows, (trial % RING) * length * 8, length);
}
