/** Workers of the sweep: every worker sees the same bars in shared memory and takes every n-th parameter set. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BAR_COLUMNS, BarSeries } from '@platform/core';
import { defaultSettings, runBacktest } from '@platform/engine';
import { type CommonParams, findStrategy, SignalGate, type StrategyDefinition } from '@platform/strategies';
import { generateBars } from './engine-bars';

export const SWEEP_BAR_COUNT = 37_660;
export type SweepTask = 'bare' | 'engine';

export interface SweepShare {
  readonly task: SweepTask;
  readonly bars: SharedArrayBuffer;
  readonly sets: number;
  readonly worker: number;
  readonly workers: number;
}

/** All columns one after another. */
export function sweepBars(): SharedArrayBuffer {
  const bars = generateBars(SWEEP_BAR_COUNT);
  const shared = new SharedArrayBuffer(BAR_COLUMNS.length * SWEEP_BAR_COUNT * 8);
  const view = attach(shared);
  for (const column of BAR_COLUMNS) view[column].set(bars[column].subarray(0, SWEEP_BAR_COUNT));
  return shared;
}

export function attach(shared: SharedArrayBuffer): BarSeries {
  const bars = new BarSeries(0);
  BAR_COLUMNS.forEach((column, k) => {
    bars[column] = new Float64Array(shared, k * SWEEP_BAR_COUNT * 8, SWEEP_BAR_COUNT);
  });
  bars.length = SWEEP_BAR_COUNT;
  return bars;
}

/** Runs every `workers`-th set and returns how many signals all of them gave, so that sweeps can be compared. */
export function runShare({ task, bars: shared, sets, worker, workers }: SweepShare): number {
  const bars = attach(shared);
  const strategy = findStrategy('supertrend')!;
  const settings = defaultSettings('BTCUSDT');
  let signals = 0;
  for (let set = worker; set < sets; set += workers) {
    const params = strategy.parse({ atr_period: 5 + (set % 25), multiplier: 2 + Math.floor(set / 25) / 10 });
    if (!params.ok) throw new Error(JSON.stringify(params.error));
    if (task === 'bare') {
      signals += bareLoop(strategy, params.value, bars);
      continue;
    }
    const run = { strategy, params: params.value, symbol: 'BTCUSDT', timeframe: '1h', settings } as const;
    signals += runBacktest({ ...run, market: { bars } }).signals.length;
  }
  return signals;
}

/** The strategy's decisions and nothing else: no execution, no money, no figures. */
function bareLoop(strategy: StrategyDefinition, params: CommonParams, bars: BarSeries): number {
  const evaluator = strategy.create(params, '1h');
  const gate = new SignalGate(params);
  const market = { bars };
  const firstBar = strategy.warmupBars(params, '1h') - 1;
  let signals = 0;
  for (let i = 0; i < bars.length; i++) {
    const target = evaluator.evaluate(market, i);
    if (i >= firstBar && gate.accepts(target)) signals += 1;
  }
  return signals;
}

/** Starts the workers, waits until all are warm, then times one whole sweep. */
export async function sweepInWorkers(
  task: SweepTask,
  bars: SharedArrayBuffer,
  sets: number,
  workers: number,
): Promise<{ seconds: number; signals: number }> {
  const pool = Array.from({ length: workers }, (_, worker) => {
    const share: SweepShare = { task, bars, sets, worker, workers };
    return new Worker(new URL('./sweep-worker-entry.mjs', import.meta.url), { workerData: share });
  });
  await Promise.all(pool.map((worker) => once(worker, 'message')));
  const startedMs = performance.now();
  const answers = pool.map((worker) => once(worker, 'message') as Promise<[number]>);
  for (const worker of pool) worker.postMessage('go');
  const signals = (await Promise.all(answers)).reduce((sum, [share]) => sum + share, 0);
  const seconds = (performance.now() - startedMs) / 1000;
  await Promise.all(pool.map((worker) => worker.terminate()));
  return { seconds, signals };
}
