/** Workers of the sweep: all see the same bars in shared memory, and of n workers each takes every n-th parameter set. */
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

export interface SweepShare {
  /** The first set of the share, and how many sets further each next one is. */
  readonly firstSet: number;
  readonly stride: number;
  /** Sets from here on belong to no share. */
  readonly endSet: number;
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

/** Runs the sets of a share and returns how many signals they gave, so that sweeps can be compared. */
export function runShare({ task, bars: shared }: WorkerTask, share: SweepShare): number {
  const bars = attach(shared);
  const strategy = findStrategy('supertrend')!;
  const settings = defaultSettings('BTCUSDT');
  let signals = 0;
  for (let set = share.firstSet; set < share.endSet; set += share.stride) {
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

/** What a worker says of its share. */
export interface ShareTimes {
  readonly signals: number;
  readonly seconds: number;
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

  /** Has the sets from `firstSet` to `endSet - 1` done by some of the workers at once; answers in their order. */
  async sweep(firstSet: number, endSet: number, places: readonly number[]): Promise<ShareTimes[]> {
    const workers = places.map((place) => this.workers[place]!);
    const answers = workers.map((worker) => once(worker, 'message') as Promise<[ShareTimes]>);
    workers.forEach((worker, k) => {
      const share: SweepShare = { firstSet: firstSet + k, stride: workers.length, endSet };
      worker.postMessage(share);
    });
    return (await Promise.all(answers)).map(([times]) => times);
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}
