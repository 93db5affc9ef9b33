/**
 * How bad luck could have made it. Paths of five kinds, each from its own seed:
 * trades: the same trades in another order · days: blocks of daily returns drawn with replacement · noise:
 * every price a little off · delay: decisions that reach the market some bars late · costs: fees and slippage
 * up to three times as high.
 */
import { BAR_COLUMNS, BarSeries } from '@platform/core';
import type { BacktestResult } from '@platform/engine';
import type { CommonParams, Evaluator, EvaluatorState, MarketSeries, Target } from '@platform/strategies';
import { Random } from './random';
import { runFrom, type TrialMarket } from './trial';
import { dailyFigures } from './walk-forward';

export const METHODS = ['trades', 'days', 'noise', 'delay', 'costs'] as const;
export type Method = (typeof METHODS)[number];

export const PATH_FIGURES = ['totalReturn', 'maxDrawdownPct', 'sharpe'] as const;
export type PathFigure = (typeof PATH_FIGURES)[number];
/** Equity is kept at so many places along a path, the ends included. */
export const FAN_POINTS = 41;
export const PATH_ROW_LENGTH = PATH_FIGURES.length + FAN_POINTS;
export const PERCENTILES = [5, 25, 50, 75, 95] as const;

export interface MonteCarloRules {
  readonly methods: readonly Method[];
  readonly paths: number;
  readonly seed: number;
  /** Days that stay together. */
  readonly blockDays: number;
  /** Standard deviation of the noise on a price, in ranges of its bar. */
  readonly noise: number;
  readonly mostDelayBars: number;
}

const MOST_COST_FACTOR = 3;

/** What paths are made from: the run as it was. */
export interface BaseRun {
  readonly dailyReturns: Float64Array;
  /** Net, of the equity before each trade. */
  readonly tradeReturns: Float64Array;
}

export function baseRunOf(market: TrialMarket, params: CommonParams): BaseRun {
  const result = runFrom(market, params);
  // A copy: the next run may overwrite the original.
  const dailyReturns = result.dailyReturns.slice();
  return { dailyReturns, tradeReturns: tradesOf(result, market.settings.initialEquity) };
}

function tradesOf({ roundtrips }: BacktestResult, initialEquity: number): Float64Array {
  let equity = initialEquity;
  return Float64Array.from(roundtrips.toArray(), ({ netPnl }) => {
    const before = equity;
    equity += netPnl;
    return before > 0 ? netPnl / before : 0;
  });
}

/** Path `k` of all: the paths of the first method come first. */
export function runPath(
  market: TrialMarket,
  params: CommonParams,
  base: BaseRun,
  rules: MonteCarloRules,
  k: number,
  row: Float64Array,
): void {
  const method = rules.methods[Math.floor(k / rules.paths)]!;
  const random = new Random(rules.seed, METHODS.indexOf(method), k % rules.paths);
  if (method === 'trades') fillPath(shuffled(base.tradeReturns, random), false, row);
  else if (method === 'days') fillPath(blocksOf(base.dailyReturns, rules.blockDays, random), true, row);
  else {
    const changed = changedMarket(market, method, rules, random);
    fillPath(runFrom(changed, params).dailyReturns, true, row);
  }
}

/** The run itself, in the form of a path. */
export function basePath({ dailyReturns }: BaseRun): Float64Array {
  const row = new Float64Array(PATH_ROW_LENGTH);
  fillPath(dailyReturns, true, row);
  return row;
}

function fillPath(returns: Float64Array, areDaily: boolean, row: Float64Array): void {
  const { totalReturn, maxDrawdownPct, sharpe } = dailyFigures(returns);
  row.set([totalReturn, maxDrawdownPct, areDaily ? sharpe : Number.NaN]);
  let equity = 1;
  let next = 0;
  for (let point = 0; point < FAN_POINTS; point++) {
    const until = Math.round((point * returns.length) / (FAN_POINTS - 1));
    for (; next < until; next++) equity *= 1 + returns[next]!;
    row[PATH_FIGURES.length + point] = equity;
  }
}

function shuffled(values: Float64Array, random: Random): Float64Array {
  const order = values.slice();
  for (let k = order.length - 1; k > 0; k--) {
    const other = random.below(k + 1);
    [order[k], order[other]] = [order[other]!, order[k]!];
  }
  return order;
}

/** Blocks begin anywhere and go round the end. */
function blocksOf(values: Float64Array, length: number, random: Random): Float64Array {
  const drawn = new Float64Array(values.length);
  let day = 0;
  while (day < drawn.length) {
    const start = random.below(values.length);
    for (let k = 0; k < length && day < drawn.length; k++)
      drawn[day++] = values[(start + k) % values.length]!;
  }
  return drawn;
}

function changedMarket(
  market: TrialMarket,
  method: Exclude<Method, 'trades' | 'days'>,
  rules: MonteCarloRules,
  random: Random,
): TrialMarket {
  switch (method) {
    case 'noise':
      return { ...market, bars: noisy(market.bars, rules.noise, random) };
    case 'delay':
      return { ...market, strategy: delayed(market.strategy, rules.mostDelayBars, random) };
    case 'costs': {
      const { settings } = market;
      const factor = 1 + random.next() * (MOST_COST_FACTOR - 1);
      const costs = {
        takerFeeBps: settings.takerFeeBps * factor,
        slippageBps: settings.slippageBps * factor,
      };
      return { ...market, settings: { ...settings, ...costs } };
    }
  }
}

/** Prices stay above zero and within the bar's range. */
function noisy(bars: BarSeries, noise: number, random: Random): BarSeries {
  const changed = new BarSeries(0);
  for (const column of BAR_COLUMNS) changed[column] = bars[column].slice(0, bars.length);
  changed.length = bars.length;
  const { open, high, low, close } = changed;
  for (let i = 0; i < bars.length; i++) {
    const range = high[i]! - low[i]!;
    const least = low[i]! / 2;
    open[i] = Math.max(least, open[i]! + noise * range * random.normal());
    close[i] = Math.max(least, close[i]! + noise * range * random.normal());
    high[i] = Math.max(high[i]! + noise * range * random.normal(), open[i]!, close[i]!);
    low[i] = Math.min(Math.max(least, low[i]! + noise * range * random.normal()), open[i]!, close[i]!);
  }
  return changed;
}

/** Under a name of its own: the engine keeps a copy of its loop per name (see its specialise.ts). */
function delayed(
  strategy: TrialMarket['strategy'],
  mostBars: number,
  random: Random,
): TrialMarket['strategy'] {
  return {
    ...strategy,
    name: `${strategy.name}, late`,
    create: (params, timeframe) => new LateEvaluator(strategy.create(params, timeframe), mostBars, random),
  };
}

/**
 * Every change of target takes 0 to `mostBars` bars to arrive, with the levels it was decided with; a later
 * change overtakes it.
 */
class LateEvaluator implements Evaluator {
  stopPrice = Number.NaN;
  takeProfitPrice = Number.NaN;
  sizeScale = 1;
  reason = '';
  private held: Target = 0;
  private wanted: Target = 0;
  private due = 0;
  private decided = { stopPrice: Number.NaN, takeProfitPrice: Number.NaN, sizeScale: 1, reason: '' };

  constructor(
    private readonly inner: Evaluator,
    private readonly mostBars: number,
    private readonly random: Random,
  ) {}

  evaluate(market: MarketSeries, i: number): Target {
    const { inner } = this;
    const target = inner.evaluate(market, i);
    if (target !== this.wanted) {
      this.wanted = target;
      this.due = i + this.random.below(this.mostBars + 1);
      const { stopPrice, takeProfitPrice, sizeScale, reason } = inner;
      this.decided = { stopPrice, takeProfitPrice, sizeScale, reason };
    }
    if (this.wanted !== this.held && i >= this.due) {
      this.held = this.wanted;
      Object.assign(this, this.decided);
    }
    return this.held;
  }

  state(): EvaluatorState {
    return this.inner.state();
  }

  restore(state: EvaluatorState): void {
    this.inner.restore(state);
  }
}

export interface MethodVerdict {
  readonly method: Method;
  readonly failed: number;
  /** Of the paths that have the figure, in the order of PERCENTILES; NaN where none has. */
  readonly percentiles: Readonly<Record<PathFigure, readonly number[]>>;
  readonly lossProbability: number;
  /** Share of paths whose drawdown is deeper than that of the run itself. */
  readonly deeperThanRun: number;
  /** Equity at each place along the path, one list per percentile. */
  readonly fan: readonly (readonly number[])[];
}

/**
 * Takes in the paths in their order, and holds those of one method at a time: percentiles need all of them at
 * once.
 */
export class MonteCarloJudge {
  private readonly verdicts: MethodVerdict[] = [];
  private paths: Float64Array[] = [];

  constructor(
    private readonly rules: MonteCarloRules,
    private readonly base: Float64Array,
  ) {}

  add(row: Float64Array): void {
    this.paths.push(row.slice());
    if (this.paths.length < this.rules.paths) return;
    const method = this.rules.methods[this.verdicts.length]!;
    this.verdicts.push(judgeMethod(method, this.paths, this.base));
    this.paths = [];
  }

  /** Of the methods whose paths are all there. */
  verdict(): readonly MethodVerdict[] {
    return this.verdicts;
  }
}

function judgeMethod(method: Method, all: readonly Float64Array[], base: Float64Array): MethodVerdict {
  const drawdown = PATH_FIGURES.indexOf('maxDrawdownPct');
  const paths = all.filter((row) => !Number.isNaN(row[0]!));
  const column = (at: number) => paths.map((row) => row[at]!).filter((value) => !Number.isNaN(value));
  const percentiles = Object.fromEntries(
    PATH_FIGURES.map((figure, at) => [figure, percentilesOf(column(at))]),
  ) as Record<PathFigure, number[]>;
  const points = Array.from({ length: FAN_POINTS }, (_, p) => percentilesOf(column(PATH_FIGURES.length + p)));
  const shareOf = (isCounted: (row: Float64Array) => boolean) =>
    paths.filter(isCounted).length / paths.length;
  return {
    method,
    failed: all.length - paths.length,
    percentiles,
    lossProbability: shareOf((row) => row[0]! < 0),
    deeperThanRun: shareOf((row) => row[drawdown]! > base[drawdown]!),
    fan: PERCENTILES.map((_, p) => points.map((values) => values[p]!)),
  };
}

/** Between two values in proportion. */
function percentilesOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return PERCENTILES.map((percentile) => {
    const place = ((sorted.length - 1) * percentile) / 100;
    const below = Math.floor(place);
    const [low, high] = [sorted[below] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
    return low + (high - low) * (place - below);
  });
}
