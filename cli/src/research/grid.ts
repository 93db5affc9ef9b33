/** The grid of a sweep or a walk-forward, and the market it is tried on. */
import {
  type Axis,
  chooseTrials,
  countOf,
  MOST_TRIALS,
  type OBJECTIVES,
  paramsAt,
  parseGrid,
  type TrialMarket,
  tooMany,
} from '@platform/research';
import type { CommonParams } from '@platform/strategies';
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

export async function readGrid(request: Request): Promise<Grid> {
  const { flags, strategy, workers, seed, source, timeframe, span } = request;
  const symbol = parseSymbol(flags.symbol);
  const parsed = parseGrid(strategy, required('--grid', flags.grid));
  if (!parsed.ok) throw new UsageFailure(`--grid: ${parsed.error}`);
  const axes = parsed.value;
  const limit = parseInteger('--limit', flags.limit, 1, MOST_TRIALS);
  const combinations = countOf(axes);
  if (combinations > MOST_TRIALS && limit === undefined) {
    const { bars } = await source.load(symbol, strategy, timeframe, span);
    throw new UsageFailure(
      `${tooMany(combinations, bars.length, workers)}: ` +
        `coarsen --grid, or try a sample of them with --limit (at most ${MOST_TRIALS.toLocaleString('en-US')})`,
    );
  }
  const size = Math.min(limit ?? combinations, combinations);
  const { indices, warmupBars } = chooseTrials(strategy, timeframe, axes, size, seed);
  if (indices.length === 0) throw new UsageFailure('--grid: every combination contradicts itself');
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
