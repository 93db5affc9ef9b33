/**
 * Workers of the sweep: all see the same bars in shared memory, and each takes the next parameter set as soon
 * as it is free.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BAR_COLUMNS, BarSeries } from '@platform/core';
import { defaultSettings, runBacktest } from '@platform/engine';
import { daysFrom, parseSpace, rowLengthOf, type TrialMarket, trialsOf } from '@platform/research';
import { type CommonParams, findStrategy, SignalGate, type StrategyDefinition } from '@platform/strategies';
import { generateBars } from './engine-bars';
import { fusedSupertrend } from './engine-fused';
import { type FusedTrial, fusedRoom, fusedTrial } from './engine-fused-trial';

export const SWEEP_BAR_COUNT = 37_660;
/**
 * fused: the loop of engine-fused.ts. fused-trial: that of engine-fused-trial.ts. bare: the decisions.
 * engine: a backtest. trial: a trial of an experiment.
 */
export type SweepTask = 'fused' | 'fused-trial' | 'bare' | 'engine' | 'trial';

export interface WorkerTask {
  readonly task: SweepTask;
  readonly bars: SharedArrayBuffer;
}

/** All columns one after another. */
export function sweepBars(count = SWEEP_BAR_COUNT): SharedArrayBuffer {
  const bars = generateBars(count);
  const shared = new SharedArrayBuffer(BAR_COLUMNS.length * count * 8);
  const view = attach(shared);
  for (const column of BAR_COLUMNS) view[column].set(bars[column].subarray(0, count));
  return shared;
}

function attach(shared: SharedArrayBuffer): BarSeries {
  const bars = new BarSeries(0);
  const count = shared.byteLength / 8 / BAR_COLUMNS.length;
  BAR_COLUMNS.forEach((column, k) => {
    bars[column] = new Float64Array(shared, k * count * 8, count);
  });
  bars.length = count;
  return bars;
}

/** The thousand sets of a sweep: 25 periods times 40 multipliers, numbered as a grid numbers them. */
export const SWEEP_GRID = 'atr_period=5:29,multiplier=2:5.9:0.1';
const MULTIPLIERS = 40;
const SLOWEST_ATR = 29;

/** The market of a sweep over these bars: every set may trade from the same bar on. */
export function sweepMarket(bars: BarSeries): TrialMarket {
  const firstBar = 37 * SLOWEST_ATR - 1;
  const settings = defaultSettings('BTCUSDT');
  const days = daysFrom(bars, firstBar, '1h');
  const strategy = findStrategy('supertrend')!;
  return { strategy, symbol: 'BTCUSDT', timeframe: '1h', bars, settings, firstBar, days };
}

function trialRunner(bars: BarSeries): (set: number) => void {
  const space = parseSpace(SWEEP_GRID);
  if (!space.ok) throw new Error(space.error);
  const experiment = { kind: 'sweep', axes: space.value } as const;
  const runTrial = trialsOf(experiment, [sweepMarket(bars)]);
  const row = new Float64Array(rowLengthOf(experiment));
  return (set) => runTrial(set, row);
}

/** The same set by hand. */
export function fusedSet(bars: BarSeries, set: number): number {
  const atrPeriod = 5 + Math.floor(set / MULTIPLIERS);
  return fusedSupertrend(bars, atrPeriod, 2 + (set % MULTIPLIERS) / 10, 37 * atrPeriod, 0.0005).flips;
}

/** A trial of the same set by hand. */
export function fusedTrialOf(market: TrialMarket): (set: number) => FusedTrial {
  const room = fusedRoom(market.days);
  return (set) => {
    const atrPeriod = 5 + Math.floor(set / MULTIPLIERS);
    return fusedTrial(market.bars, atrPeriod, 2 + (set % MULTIPLIERS) / 10, market.firstBar, room);
  };
}

/** Parameter sets still to be done, shared by those who do them. */
export interface SetQueue {
  readonly next: Int32Array;
  readonly end: number;
}

/** Of a worker, for as long as it lives. */
let trials: ((set: number) => unknown) | undefined;

/**
 * Does sets until none is left; returns how many signals they gave, so that sweeps can be compared; none of
 * trials, which keep figures.
 */
export function runSets({ task, bars: shared }: WorkerTask, { next, end }: SetQueue): number {
  const bars = attach(shared);
  const strategy = findStrategy('supertrend')!;
  const settings = defaultSettings('BTCUSDT');
  if (task === 'trial') trials ??= trialRunner(bars);
  if (task === 'fused-trial') trials ??= fusedTrialOf(sweepMarket(bars));
  let signals = 0;
  for (let set = Atomics.add(next, 0, 1); set < end; set = Atomics.add(next, 0, 1)) {
    if (task === 'fused') {
      signals += fusedSet(bars, set);
      continue;
    }
    if (trials !== undefined) {
      trials(set);
      continue;
    }
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

/**
 * The strategy's decisions, bar by bar as the bot asks for them, and nothing else: no execution, no money, no
 * figures.
 */
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

/**
 * Workers that live through many sweeps, as V8 still compiles what a worker does once per set when it has
 * done a thousand.
 */
export class SweepPool {
  private constructor(private readonly workers: readonly Worker[]) {}

  static async start(task: WorkerTask, size: number): Promise<SweepPool> {
    const entry = new URL('./sweep-worker-entry.mjs', import.meta.url);
    const workers = Array.from({ length: size }, () => new Worker(entry, { workerData: task }));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new SweepPool(workers);
  }

  /**
   * Has the sets from `first` to `end - 1` done by some of the workers at once; returns how many signals they
   * gave.
   */
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
