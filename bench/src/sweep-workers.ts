/** Workers of the sweep: all see the same bars in shared memory, and each takes the next parameter set as soon as it is free. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BAR_COLUMNS, BarSeries } from '@platform/core';
import { defaultSettings, runBacktest } from '@platform/engine';
import { type CommonParams, findStrategy, SignalGate, type StrategyDefinition } from '@platform/strategies';
import { generateBars } from './engine-bars';

export const SWEEP_BAR_COUNT = 37_660;
export type SweepTask = 'bare' | 'engine';

export interface WorkerTask {
  readonly task: SweepTask;
  readonly bars: SharedArrayBuffer;
}

/** All columns one after another. */
export function sweepBars(): SharedArrayBuffer {
  const bars = generateBars(SWEEP_BAR_COUNT);
  const shared = new SharedArrayBuffer(BAR_COLUMNS.length * SWEEP_BAR_COUNT * 8);
  const view = attach(shared);
  for (const column of BAR_COLUMNS) view[column].set(bars[column].subarray(0, SWEEP_BAR_COUNT));
  return shared;
}

function attach(shared: SharedArrayBuffer): BarSeries {
  const bars = new BarSeries(0);
  BAR_COLUMNS.forEach((column, k) => {
    bars[column] = new Float64Array(shared, k * SWEEP_BAR_COUNT * 8, SWEEP_BAR_COUNT);
  });
  bars.length = SWEEP_BAR_COUNT;
  return bars;
}

/** Parameter sets still to be done, shared by those who do them. */
export interface SetQueue {
  readonly next: Int32Array;
  readonly end: number;
}

/** Does sets until none is left; returns how many signals they gave, so that sweeps can be compared. */
export function runSets({ task, bars: shared }: WorkerTask, { next, end }: SetQueue): number {
  const bars = attach(shared);
  const strategy = findStrategy('supertrend')!;
  const settings = defaultSettings('BTCUSDT');
  let signals = 0;
  for (let set = Atomics.add(next, 0, 1); set < end; set = Atomics.add(next, 0, 1)) {
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

/** The strategy's decisions, bar by bar as the bot asks for them, and nothing else: no execution, no money, no figures. */
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

/** Workers that live through many sweeps, as V8 still compiles what a worker does once per set when it has done a thousand. */
export class SweepPool {
  private constructor(private readonly workers: readonly Worker[]) {}

  static async start(task: WorkerTask, size: number): Promise<SweepPool> {
    const entry = new URL('./sweep-worker-entry.mjs', import.meta.url);
    const workers = Array.from({ length: size }, () => new Worker(entry, { workerData: task }));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new SweepPool(workers);
  }

  /** Has the sets from `first` to `end - 1` done by some of the workers at once; returns how many signals they gave. */
  async sweep(first: number, end: number, places: readonly number[]): Promise<number> {
    const workers = places.map((place) => this.workers[place]!);
    const answers = workers.map((worker) => once(worker, 'message') as Promise<[number]>);
    const queue: SetQueue = {
      next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
      end,
    };
    queue.next[0] = first;
    for (const worker of workers) worker.postMessage(queue);
    return (await Promise.all(answers)).reduce((total, [signals]) => total + signals, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}
