/** The grid of a sweep or a walk-forward: which combinations are tried, and when there are too many to ask. */
import {
  type Axis,
  countOf,
  type OBJECTIVES,
  paramsAt,
  parseSpace,
  sampleOf,
  type TrialMarket,
} from '@platform/research';
import type { CommonParams, StrategyDefinition } from '@platform/strategies';
import { UsageFailure } from '../backtest/failure';
import { parseSymbol, required } from '../backtest/options';
import { parseInteger, type Request, readMarket } from './plan';

export interface Grid {
  readonly axes: readonly Axis[];
  /** All combinations, tried or not. */
  readonly combinations: number;
  /** Those that are tried; combinations whose parameters contradict each other are left out. */
  readonly indices: readonly number[];
  readonly contradictory: number;
  /** Of the slowest set. */
  readonly warmupBars: number;
  readonly market: TrialMarket;
}

/** Above this an experiment is refused until the user says how many to try. */
const MOST_TRIALS = 100_000;
/** A rough figure for the estimate of an experiment that is refused. */
const BARS_PER_SECOND = 5e6;

export async function readGrid(request: Request): Promise<Grid> {
  const { flags, strategy, workers, seed, source, timeframe, span } = request;
  const symbol = parseSymbol(flags.symbol);
  const axes = parseGrid(strategy, required('--grid', flags.grid));
  const limit = parseInteger('--limit', flags.limit, 1, MOST_TRIALS);
  const combinations = countOf(axes);
  if (combinations > MOST_TRIALS && limit === undefined) {
    const { bars } = await source.load(symbol, strategy, timeframe, span);
    const seconds = (combinations * bars.length) / BARS_PER_SECOND / workers;
    throw new UsageFailure(
      `${combinations.toLocaleString('en-US')} combinations would take about ${duration(seconds)}: ` +
        `coarsen --grid, or try a sample of them with --limit (at most ${MOST_TRIALS.toLocaleString('en-US')})`,
    );
  }
  const size = Math.min(limit ?? combinations, combinations);
  const { indices, warmupBars } = chooseTrials(request, axes, size, seed);
  const market = await readMarket(request, symbol, warmupBars);
  return { axes, combinations, indices, contradictory: size - indices.length, warmupBars, market };
}

export function parseObjective<T extends (typeof OBJECTIVES)[number]>(
  text: string | undefined,
  objectives: readonly T[],
): T {
  const objective = objectives.find((name) => name === (text ?? 'sharpe'));
  if (objective !== undefined) return objective;
  throw new UsageFailure(`--objective is one of ${objectives.join(', ')}; not "${text}"`);
}

/** Every value must be allowed by itself; combinations may still contradict each other. */
function parseGrid(strategy: StrategyDefinition, text: string): readonly Axis[] {
  const axes = parseSpace(text);
  if (!axes.ok) throw new UsageFailure(`--grid: ${axes.error}`);
  for (const { name, values } of axes.value) {
    for (const value of [values[0]!, values.at(-1)!]) {
      const params = strategy.parse({ [name]: value });
      const fault = params.ok ? undefined : params.error.find(({ field }) => field === name || field === '');
      if (fault !== undefined)
        throw new UsageFailure(`--grid: ${strategy.name}: ${name}=${value} ${fault.message}`);
    }
  }
  return axes.value;
}

function chooseTrials({ strategy, timeframe }: Request, axes: readonly Axis[], size: number, seed: number) {
  const indexOf = sampleOf(countOf(axes), size, seed);
  const indices: number[] = [];
  let warmupBars = 0;
  for (let k = 0; k < size; k++) {
    const index = indexOf(k);
    const params = strategy.parse(paramsAt(axes, index));
    if (!params.ok) continue;
    indices.push(index);
    warmupBars = Math.max(warmupBars, strategy.warmupBars(params.value, timeframe));
  }
  if (indices.length === 0) throw new UsageFailure('--grid: every combination contradicts itself');
  return { indices: indices.sort((a, b) => a - b), warmupBars };
}

export function* setsOf({ axes, indices, market }: Grid): Generator<CommonParams> {
  for (const index of indices) {
    const params = market.strategy.parse(paramsAt(axes, index));
    if (params.ok) yield params.value;
  }
}

export function paramsText(axes: readonly Axis[], index: number): string {
  const params = paramsAt(axes, index);
  return axes.map(({ name }) => `${name}=${params[name]}`).join(' ');
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
