/**
 * Whole backtests over a million bars against a hand-fused loop in the same run: strategy through the
 * registry, fills, fees, slippage, funding, stops, equity and figures. Every result is checked before
 * anything is timed.
 *
 * A shared machine is fast and slow by turns, for a blink or for minutes, and two processes with the same
 * past may differ by a quarter for minutes on end. So everything is timed again and again over the whole
 * benchmark, in several processes, and what is compared is timed by turns.
 *
 * Against the fused loop the best of each counts, out of as many tries of about the same length, in processes
 * that go through all strategies: slow moments do not slow both alike, and a short try finds a quiet moment
 * more easily than a long one. On a host with busy neighbours both are slow for most of the time, the fused
 * loop by a third and backtests by nearly half. When only the fused loop meets a quiet moment there, aims are
 * missed that a quiet machine meets.
 *
 * What the other strategies cost a strategy is asked of pairs of processes in which it runs by turns, alone
 * in both until halfway all others run in one of them. It is not their speeds that are compared but by how
 * much the ratio of their speeds changes. This does not show what a strategy loses by being compiled only
 * after the others.
 *
 * First runs are judged twice: in the processes that go through all strategies in the same order, the first
 * of them with the whole engine still to be compiled, and in processes of their own, where what V8 compiles
 * takes about as long for a strategy whose run takes 9 ms as for one whose run takes 60. A first run is
 * compared with the typical later run of its process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BacktestInput, defaultSettings, runBacktest } from '@platform/engine';
import { findStrategy, type MarketSeries, type StrategyDefinition, strategies } from '@platform/strategies';
import type { Benchmark, BenchResult } from './benchmark';
import { generateBars, generateCompanion, generateFunding } from './engine-bars';
import { fusedSupertrend } from './engine-fused';
import {
  type ByTurns,
  FUSED_LOOP,
  HEAVY,
  judgeAfterOthers,
  judgeAgainstFused,
  judgeFirstRuns,
  OPENING_ROUNDS,
  type PairSpeeds,
  type SpeedsByName,
} from './engine-judgement';
import { EngineProcess } from './engine-process';

export const BAR_COUNT = 1_000_000;
/** Each with a new process of all strategies, and a new pair of processes per strategy. */
const REPETITIONS = 4;
/** Of a strategy in each of two processes, before the others ran in one of them and after. */
const RUNS_BY_TURNS = 6;
const HEAVY_RUNS = 3;
/** Runs of the fused loop per try, which then takes about as long as a backtest. */
const FUSED_RUNS = 4;
/** Every bar has a point of equity: a result that weighs less was not weighed. */
const POINT_BYTES = Float64Array.BYTES_PER_ELEMENT;
const MILLION = 1e6;

export function benchMarket(barCount = BAR_COUNT): MarketSeries {
  const bars = generateBars(barCount);
  return {
    bars,
    spot: generateCompanion(bars),
    pair: generateCompanion(bars, 17),
    funding: generateFunding(bars),
  };
}

/** A small volatility target keeps the account alive and its money in range over a century of bars. */
export function benchInput(strategy: StrategyDefinition, market: MarketSeries): BacktestInput {
  const params = strategy.parse({ size_hint: { kind: 'vol_target', value: 0.01 } });
  if (!params.ok) throw new Error(`${strategy.name}: ${JSON.stringify(params.error)}`);
  const settings = defaultSettings('BTCUSDT');
  return { strategy, params: params.value, symbol: 'BTCUSDT', timeframe: '1h', market, settings };
}

export function fusedRun(market: MarketSeries) {
  return fusedSupertrend(market.bars, 10, 3, 370, 0.0005);
}

export function elapsedMs(run: () => unknown): number {
  const startedMs = performance.now();
  run();
  return performance.now() - startedMs;
}

/**
 * Elapsed time or the CPU time of the whole process, whichever is less. Waiting for a core lengthens the one,
 * compiling and collecting garbage on other threads the other; neither is ever below what the calling thread
 * worked.
 */
function workMs(run: () => unknown): number {
  const before = process.cpuUsage();
  const elapsed = elapsedMs(run);
  const { user, system } = process.cpuUsage(before);
  return Math.min(elapsed, (user + system) / 1000);
}

/** Million bars per second. */
export function speed(barCount: number, run: () => unknown, timedMs = workMs): number {
  return barCount / timedMs(run) / 1000;
}

/** Of a whole backtest of the strategy of this name, or of the fused loop. */
export function speedOf(name: string, market: MarketSeries): number {
  if (name === FUSED_LOOP) {
    return speed(FUSED_RUNS * BAR_COUNT, () => {
      for (let k = 0; k < FUSED_RUNS; k++) fusedRun(market);
    });
  }
  const input = benchInput(findStrategy(name)!, market);
  return speed(BAR_COUNT, () => runBacktest(input));
}

/** A fixed shuffle: the order in which classes meet the engine must not decide the result. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, k) => ({ item, key: (k * 11 + 5) % items.length }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  progress(`generating ${BAR_COUNT.toLocaleString('en-US')} bars`);
  const market = benchMarket();
  const inputs = shuffled(strategies).map((strategy) => benchInput(strategy, market));

  progress('checking results');
  checkAgainstFused(market);
  const fingerprints = new Map(inputs.map((input) => [input.strategy.name, fingerprint(input)]));
  for (const input of inputs) {
    if (fingerprint(input) !== fingerprints.get(input.strategy.name))
      throw new Error(`${input.strategy.name}: two runs differ`);
  }

  const names = inputs.map(({ strategy }) => strategy.name);
  const ofAll: SpeedsByName[] = [];
  const pairs = new Map<string, PairSpeeds[]>(names.map((name) => [name, []]));
  for (let k = 1; k <= REPETITIONS; k++) {
    progress(`timing all strategies in turn in a new process, ${k} of ${REPETITIONS}`);
    const engine = EngineProcess.start();
    const speeds: SpeedsByName = new Map([...names, FUSED_LOOP].map((name) => [name, []]));
    ofAll.push(speeds);
    for (let round = 0; round < OPENING_ROUNDS; round++) await timeRound(engine, speeds);
    for (const name of names) {
      progress(`timing ${name} alone and after the others, in two new processes, ${k} of ${REPETITIONS}`);
      const others = names.filter((other) => other !== name);
      pairs.get(name)!.push(await timePair(name, others));
      await timeRound(engine, speeds, HEAVY);
    }
    await engine.stop();
  }
  return [
    ...judgeAgainstFused(ofAll),
    ...strategies.flatMap(({ name }) => [
      judgeAfterOthers(name, pairs.get(name)!),
      ...judgeFirstRuns(name, ofAll, pairs.get(name)!),
    ]),
    await memory(benchInput(findStrategy('supertrend')!, market)),
  ];
}

/**
 * Each round begins with another one than the round before: garbage is collected every third or fourth run,
 * which would else be the runs of the same strategies round after round.
 */
async function timeRound(
  engine: EngineProcess,
  speeds: SpeedsByName,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  const names = [...speeds.keys()].filter((name) => !leftOut.has(name));
  const first = speeds.get(FUSED_LOOP)!.length % names.length;
  for (const name of [...names.slice(first), ...names.slice(0, first)])
    speeds.get(name)!.push(await engine.speedOf(name));
}

async function timePair(name: string, others: readonly string[]): Promise<PairSpeeds> {
  const alone = EngineProcess.start();
  const firstAlone = await alone.speedOf(name);
  const joined = EngineProcess.start();
  const firstJoined = await joined.speedOf(name);
  const before = await timeByTurns(name, alone, joined);
  for (const other of others) await joined.speedOf(other);
  const after = await timeByTurns(name, alone, joined);
  await Promise.all([alone.stop(), joined.stop()]);
  return { first: { alone: firstAlone, joined: firstJoined }, before, after };
}

async function timeByTurns(name: string, alone: EngineProcess, joined: EngineProcess): Promise<ByTurns> {
  const speeds: ByTurns = { alone: [], joined: [] };
  for (let run = HEAVY.has(name) ? HEAVY_RUNS : RUNS_BY_TURNS; run > 0; run--) {
    speeds.alone.push(await alone.speedOf(name));
    speeds.joined.push(await joined.speedOf(name));
  }
  return speeds;
}

/** The engine's supertrend flips on exactly the bars where the fused loop does. */
function checkAgainstFused(market: MarketSeries): void {
  const { signals } = runBacktest(benchInput(strategies[0]!, market));
  const fused = fusedRun(market);
  const indexSum = signals
    .map(({ openTimeMs }) => (openTimeMs - market.bars.openTimeMs[0]!) / 3_600_000)
    .reduce((sum, index) => sum + index, 0);
  if (signals.length !== fused.flips || indexSum !== fused.flipIndexSum) {
    throw new Error(`supertrend flips ${signals.length} times, the fused loop ${fused.flips} times`);
  }
}

/** What two equal runs must share. */
function fingerprint(input: BacktestInput): string {
  const { signals, fills, performance: figures } = runBacktest(input);
  return JSON.stringify([signals.length, fills.length, figures]);
}

/** Heap and buffers that a result holds, per bar. */
async function memory(input: BacktestInput): Promise<BenchResult> {
  const before = await usedBytes();
  const held = runBacktest(input);
  const perBar = ((await usedBytes()) - before) / BAR_COUNT;
  if (held.points.length === 0) throw new Error('no result to weigh');
  const met = perBar >= POINT_BYTES && perBar < 200;
  return { name: 'memory of a result', value: perBar, unit: 'bytes/bar', aim: '< 200', met };
}

/**
 * After garbage was collected, which takes a flag that can be set at any time; buffers are freed a little
 * later.
 */
async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  for (let k = 0; k < 3; k++) {
    collectGarbage();
    await sleep(100);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export const benchmark: Benchmark = {
  name: 'engine',
  summary: `whole backtests over ${BAR_COUNT / MILLION} million bars against a hand-fused loop`,
  run,
};
