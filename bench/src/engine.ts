/**
 * Whole backtests over a million bars against a hand-fused loop in the same run: strategy through the registry, fills, fees,
 * slippage, funding, stops, equity and figures. Every result is checked before anything is timed. Rounds of all strategies and
 * of the fused loop take turns and the best of each counts, so that what else the machine does meets all of them alike.
 *
 * First runs are judged twice: in a process that goes through all strategies in the same order, the first of them with the whole
 * engine still to be compiled, and in a process of their own, where what V8 compiles takes about as long for a strategy whose run
 * takes 9 ms as for one whose run takes 60.
 */
import { type BacktestInput, defaultSettings, runBacktest } from '@platform/engine';
import { type MarketSeries, type StrategyDefinition, strategies } from '@platform/strategies';
import { type AloneSpeeds, measureAlone, measureFirstRuns } from './engine-alone';
import { generateBars, generateCompanion, generateFunding } from './engine-bars';
import { fusedSupertrend } from './engine-fused';
import type { Benchmark, BenchResult } from './index';

export const BAR_COUNT = 1_000_000;
const ROUNDS = 10;
/** Their definitions recompute whole windows; reported, not judged. */
const HEAVY: ReadonlySet<string> = new Set(['hurst_regime_switcher', 'vpin_impulse']);
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

/** Million bars per second, the best of several rounds: the machine's noise only ever slows. */
export function bestSpeed(barCount: number, rounds: number, run: () => unknown, timedMs = workMs): number {
  let best = 0;
  for (let round = 0; round < rounds; round++) best = Math.max(best, barCount / timedMs(run) / 1000);
  return best;
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
  let fused = bestSpeed(BAR_COUNT, ROUNDS, () => fusedRun(market));
  const warm = new Map(inputs.map(({ strategy }) => [strategy.name, 0]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const input of inputs) {
      const speed = bestSpeed(BAR_COUNT, 1, () => runBacktest(input));
      warm.set(input.strategy.name, Math.max(warm.get(input.strategy.name)!, speed));
    }
    fused = Math.max(
      fused,
      bestSpeed(BAR_COUNT, 2, () => fusedRun(market)),
    );
  }

  progress('timing first runs');
  const first = await measureFirstRuns(inputs.map(({ strategy }) => strategy.name));
  const results: BenchResult[] = [{ name: 'fused loop', value: fused, unit: 'M bars/s' }];
  for (const { name } of strategies) {
    progress(`timing ${name} alone in a process`);
    const alone = await measureAlone(name);
    results.push(...judge(name, fused, { ...alone, afterOthers: warm.get(name)!, first: first.get(name)! }));
  }
  results.push(memory(inputs.find(({ strategy }) => strategy.name === 'supertrend')!));
  return results;
}

interface Speeds extends AloneSpeeds {
  readonly afterOthers: number;
  /** First run in a process that goes through all strategies. */
  readonly first: number;
}

function judge(name: string, fused: number, { afterOthers, first, cold, warm }: Speeds): BenchResult[] {
  const floor = name === 'supertrend' ? 0.33 : 0.2;
  const fusedRatio = afterOthers / fused;
  const judged = HEAVY.has(name) ? {} : { aim: `ratio >= ${floor}`, met: fusedRatio >= floor };
  const against = (what: string, speed: number, base: number): BenchResult => ({
    name: `${name}, ${what}`,
    value: speed,
    unit: 'M bars/s',
    ratio: speed / base,
  });
  const atLeast = (least: number, result: BenchResult): BenchResult => ({
    ...result,
    aim: `ratio >= ${least}`,
    met: result.ratio! >= least,
  });
  return [
    { name, value: afterOthers, unit: 'M bars/s', ratio: fusedRatio, ...judged },
    atLeast(0.8, against('of its speed alone', afterOthers, warm)),
    atLeast(0.33, against('first run, of warm', first, afterOthers)),
    atLeast(0.33, against('first run of a process of its own, of warm there', cold, warm)),
  ];
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
function memory(input: BacktestInput): BenchResult {
  const before = usedBytes();
  const held = runBacktest(input);
  const perBar = (usedBytes() - before) / BAR_COUNT;
  if (held.points.length === 0) throw new Error('no result to weigh');
  return { name: 'memory of a result', value: perBar, unit: 'bytes/bar', aim: '< 200', met: perBar < 200 };
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export const benchmark: Benchmark = {
  name: 'engine',
  summary: `whole backtests over ${BAR_COUNT / MILLION} million bars against a hand-fused loop`,
  run,
};
