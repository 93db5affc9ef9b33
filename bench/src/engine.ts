/**
 * Whole backtests over a million bars against a hand-fused loop in the same run: strategy through the registry, fills, fees,
 * slippage, funding, stops, equity and figures. Every result is checked before anything is timed.
 *
 * A shared machine is fast and slow by turns, for a blink or for minutes, so what is compared is timed by turns, again and again
 * over the whole benchmark. Against the fused loop the best of each counts, out of as many tries: slow moments do not slow both
 * alike.
 *
 * What the other strategies cost a strategy is asked of pairs of processes in which it runs by turns, alone in both until halfway
 * all others run in one of them. Two processes with the same past differ by up to a quarter for as long as they live, probably by
 * where their memory lies, so it is not their speeds that are compared but by how much the ratio of their speeds changes.
 *
 * First runs are judged twice: in processes that go through all strategies in the same order, the first of them with the whole
 * engine still to be compiled, and in processes of their own, where what V8 compiles takes about as long for a strategy whose run
 * takes 9 ms as for one whose run takes 60. A first run is compared with the typical later run of its process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BacktestInput, defaultSettings, runBacktest } from '@platform/engine';
import { findStrategy, type MarketSeries, type StrategyDefinition, strategies } from '@platform/strategies';
import { generateBars, generateCompanion, generateFunding } from './engine-bars';
import { fusedSupertrend } from './engine-fused';
import { EngineProcess } from './engine-process';
import type { Benchmark, BenchResult } from './index';
import { median } from './percentile';

export const BAR_COUNT = 1_000_000;
/** Of all strategies and the fused loop here, before the first process is started. */
const OPENING_ROUNDS = 10;
/** Each with a process of all strategies in turn, and a pair of processes per strategy. */
const REPETITIONS = 3;
/** Of all strategies in turn, in one process. */
const ROUNDS_IN_TURN = 4;
/** Of a strategy in each of two processes, before the others ran in one of them and after. */
const RUNS_BY_TURNS = 6;
/** Their definitions recompute whole windows, for seconds; not judged against the fused loop, and timed less often. */
const HEAVY: ReadonlySet<string> = new Set(['hurst_regime_switcher', 'vpin_impulse']);
const HEAVY_RUNS = 3;
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
 * Elapsed time or the CPU time of the whole process, whichever is less. Waiting for a core lengthens the one, compiling and
 * collecting garbage on other threads the other; neither is ever below what the calling thread worked.
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

export function speedOf(input: BacktestInput): number {
  return speed(input.market.bars.length, () => runBacktest(input));
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

  progress('timing, all strategies warm in one process');
  const warm = new WarmSpeeds(market, inputs);
  for (let round = 0; round < OPENING_ROUNDS; round++) warm.timeRound();
  for (let round = 0; round < HEAVY_RUNS; round++) {
    for (const input of inputs.filter(({ strategy }) => HEAVY.has(strategy.name))) warm.time(input);
  }

  const names = inputs.map(({ strategy }) => strategy.name);
  const inTurn: Map<string, number[]>[] = [];
  const pairs = new Map<string, PairSpeeds[]>(names.map((name) => [name, []]));
  for (let k = 1; k <= REPETITIONS; k++) {
    progress(`timing all strategies in turn in a new process, ${k} of ${REPETITIONS}`);
    inTurn.push(await timeInTurn(names));
    for (const name of names) {
      progress(`timing ${name} alone and after the others, in two new processes, ${k} of ${REPETITIONS}`);
      const others = names.filter((other) => other !== name);
      pairs.get(name)!.push(await timePair(name, others));
      warm.timeRound();
    }
  }
  const results = strategies.flatMap(({ name }) => {
    const inTurnOfIt = inTurn.map((speeds) => speeds.get(name)!);
    return judge(name, inTurnOfIt, pairs.get(name)!);
  });
  return [...warm.results(), ...results, await memory(benchInput(findStrategy('supertrend')!, market))];
}

/** The best speeds so far in the process that all strategies warmed. */
class WarmSpeeds {
  private fused = 0;
  private readonly best = new Map<string, number>();

  constructor(
    private readonly market: MarketSeries,
    private readonly inputs: readonly BacktestInput[],
  ) {}

  /** The fused loop and every strategy once, but the heavy ones. */
  timeRound(): void {
    this.fused = Math.max(
      this.fused,
      speed(BAR_COUNT, () => fusedRun(this.market)),
    );
    for (const input of this.inputs) if (!HEAVY.has(input.strategy.name)) this.time(input);
  }

  time(input: BacktestInput): void {
    const { name } = input.strategy;
    this.best.set(name, Math.max(this.best.get(name) ?? 0, speedOf(input)));
  }

  results(): BenchResult[] {
    return [
      { name: 'fused loop', value: this.fused, unit: 'M bars/s' },
      ...strategies.map(({ name }) => {
        const value = this.best.get(name)!;
        const result = { name, value, unit: 'M bars/s', ratio: value / this.fused };
        return HEAVY.has(name) ? result : atLeast(name === 'supertrend' ? 0.33 : 0.2, result);
      }),
    ];
  }
}

/** Speeds of each strategy in a new process that goes through all of them, several times. */
async function timeInTurn(names: readonly string[]): Promise<Map<string, number[]>> {
  const engine = EngineProcess.start();
  const speeds = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS_IN_TURN; round++) {
    for (const name of names) speeds.get(name)!.push(await engine.speedOf(name));
  }
  await engine.stop();
  return speeds;
}

/** Speeds of one strategy in two processes, run by run. */
interface ByTurns {
  /** Where nothing else ever runs. */
  readonly alone: number[];
  /** Where at some time all others run. */
  readonly joined: number[];
}

interface PairSpeeds {
  /** The very first of each. */
  readonly first: ByTurns;
  readonly before: ByTurns;
  readonly after: ByTurns;
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
  return { first: { alone: [firstAlone], joined: [firstJoined] }, before, after };
}

async function timeByTurns(name: string, alone: EngineProcess, joined: EngineProcess): Promise<ByTurns> {
  const speeds: ByTurns = { alone: [], joined: [] };
  for (let run = HEAVY.has(name) ? HEAVY_RUNS : RUNS_BY_TURNS; run > 0; run--) {
    speeds.alone.push(await alone.speedOf(name));
    speeds.joined.push(await joined.speedOf(name));
  }
  return speeds;
}

/** `inTurn` by process. */
function judge(name: string, inTurn: readonly number[][], pairs: readonly PairSpeeds[]): BenchResult[] {
  const ofAlone = pairs.flatMap(({ before, after }) => {
    const unalike = median(ratios(before));
    return ratios(after).map((ratio) => ratio / unalike);
  });
  const firstThenBefore = pairs.flatMap(({ first, before }) => [
    [...first.alone, ...before.alone],
    [...first.joined, ...before.joined],
  ]);
  return [
    atLeast(0.8, {
      name: `${name}, of its speed alone`,
      value: median(pairs.flatMap(({ after }) => after.joined)),
      unit: 'M bars/s',
      ratio: median(ofAlone),
    }),
    judgeFirst(`${name}, first run, of later ones`, inTurn),
    judgeFirst(`${name}, first run of a process of its own`, firstThenBefore),
  ];
}

function ratios({ alone, joined }: ByTurns): number[] {
  return joined.map((speedJoined, k) => speedJoined / alone[k]!);
}

function judgeFirst(name: string, runs: readonly (readonly number[])[]): BenchResult {
  const value = median(runs.map(([first]) => first!));
  const ratio = median(runs.map(([first, ...later]) => first! / median(later)));
  return atLeast(0.33, { name, value, unit: 'M bars/s', ratio });
}

function atLeast(least: number, result: BenchResult & { readonly ratio: number }): BenchResult {
  return { ...result, aim: `ratio >= ${least}`, met: result.ratio >= least };
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

/** After garbage was collected, which takes a flag that can be set at any time; buffers are freed a little later. */
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
