/**
 * The trials of a plan, done by any number of threads over shared memory: bars and results lie in buffers that all see, and whoever is
 * free takes the next trial. Nothing is sent but the plan, so the result does not depend on how many worked on it.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { BAR_COLUMNS, BarSeries, type FundingSeries, type Timeframe } from '@platform/core';
import type { BacktestSettings } from '@platform/engine';
import { type Axis, paramsAt, ROW_LENGTH, runTrial, type TrialMarket } from '@platform/research';
import { findStrategy } from '@platform/strategies';
import type { SweepPlan } from './plan';

const LOOK_EVERY_MS = 100;

/** What a thread needs; everything in it is shared or small. */
export interface TrialWork {
  readonly strategy: string;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly settings: BacktestSettings;
  readonly axes: readonly Axis[];
  readonly firstBar: number;
  readonly days: number;
  readonly barCount: number;
  readonly bars: SharedArrayBuffer;
  readonly fundingCount: number;
  readonly funding: SharedArrayBuffer;
  readonly indices: SharedArrayBuffer;
  readonly rows: SharedArrayBuffer;
  /** The next trial, and how many are done. */
  readonly progress: SharedArrayBuffer;
}

export async function runTrials(
  plan: SweepPlan,
  onProgress: (done: number) => void,
): Promise<Float64Array[]> {
  const work = workOf(plan);
  const progress = new Int32Array(work.progress);
  if (plan.workers === 1) doTrials(work, onProgress);
  else {
    const entry = new URL('./trial-worker-entry.mjs', import.meta.url);
    const workers = Array.from({ length: plan.workers }, () => new Worker(entry, { workerData: work }));
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

/** A thread that fails takes the sweep down with its error: a trial that is not done must not look like one that failed. */
async function finished(worker: Worker): Promise<void> {
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`a worker of the sweep ended with code ${code}`);
}

/** Does trials until none is left. */
export function doTrials(work: TrialWork, onProgress: (done: number) => void = () => {}): void {
  const strategy = findStrategy(work.strategy)!;
  const market: TrialMarket = { ...work, strategy, bars: barsOf(work), funding: fundingOf(work) };
  const progress = new Int32Array(work.progress);
  const indices = new Float64Array(work.indices);
  const rows = rowsOf(work);
  for (let k = Atomics.add(progress, 0, 1); k < indices.length; k = Atomics.add(progress, 0, 1)) {
    const params = strategy.parse(paramsAt(work.axes, indices[k]!));
    const row = rows[k]!;
    try {
      if (!params.ok) throw new Error('parameters that were sound when the plan was made');
      runTrial(market, params.value, row);
    } catch {
      // One trial that fails is counted in the result and stops nobody.
      row.fill(Number.NaN);
    }
    onProgress(Atomics.add(progress, 1, 1) + 1);
  }
}

function workOf(plan: SweepPlan): TrialWork {
  const { strategy, symbol, timeframe, settings, axes, firstBar, days, bars, funding, indices } = plan;
  const shared = new SharedArrayBuffer(BAR_COLUMNS.length * bars.length * 8);
  BAR_COLUMNS.forEach((column, k) => {
    new Float64Array(shared, k * bars.length * 8, bars.length).set(bars[column].subarray(0, bars.length));
  });
  const fundingCount = funding?.length ?? 0;
  const settlements = new SharedArrayBuffer(2 * fundingCount * 8);
  if (funding !== undefined) {
    new Float64Array(settlements, 0, fundingCount).set(funding.timeMs.subarray(0, fundingCount));
    new Float64Array(settlements, fundingCount * 8, fundingCount).set(funding.rate.subarray(0, fundingCount));
  }
  const chosen = new SharedArrayBuffer(indices.length * 8);
  new Float64Array(chosen).set(indices);
  return {
    ...{ strategy: strategy.name, symbol, timeframe, settings, axes, firstBar, days },
    ...{ barCount: bars.length, bars: shared, fundingCount, funding: settlements, indices: chosen },
    rows: new SharedArrayBuffer(indices.length * ROW_LENGTH * 8),
    progress: new SharedArrayBuffer(8),
  };
}

function barsOf({ bars, barCount }: TrialWork): BarSeries {
  const series = new BarSeries(0);
  BAR_COLUMNS.forEach((column, k) => {
    series[column] = new Float64Array(bars, k * barCount * 8, barCount);
  });
  series.length = barCount;
  return series;
}

function fundingOf({ funding, fundingCount }: TrialWork): FundingSeries | undefined {
  if (fundingCount === 0) return undefined;
  const column = (k: number) => new Float64Array(funding, k * fundingCount * 8, fundingCount);
  return { length: fundingCount, timeMs: column(0), rate: column(1) };
}

function rowsOf({ rows, indices }: TrialWork): Float64Array[] {
  const count = indices.byteLength / 8;
  return Array.from({ length: count }, (_, k) => new Float64Array(rows, k * ROW_LENGTH * 8, ROW_LENGTH));
}
