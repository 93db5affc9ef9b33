/** One backtest of an experiment, and the row of numbers that is kept of it. */
import {
  BAR_COLUMNS,
  BarSeries,
  DAY_MS,
  type FundingSeries,
  type Timeframe,
  timeframeMs,
} from '@platform/core';
import { type BacktestResult, type BacktestSettings, RunMemory, runBacktest } from '@platform/engine';
import type { CommonParams, StrategyDefinition } from '@platform/strategies';
import { momentsOf } from './statistics/moments';
import { PBO_BLOCKS, SUMS_PER_BLOCK, sumBlocks } from './statistics/overfitting';

/** In the order of the row. */
export const FIGURES = [
  'sharpe',
  'totalReturn',
  'cagr',
  'maxDrawdownPct',
  'calmar',
  'trades',
  'winRate',
  'profitFactor',
  'exposure',
  'turnover',
  'dailySharpe',
  'days',
  'skewness',
  'kurtosis',
] as const;
export type Figure = (typeof FIGURES)[number];
export type TrialFigures = Readonly<Record<Figure, number>>;

/** Figures, then the sums of the blocks; NaN throughout while a trial is not done or has failed. */
export const ROW_LENGTH = FIGURES.length + PBO_BLOCKS * SUMS_PER_BLOCK;

export interface TrialMarket {
  readonly strategy: StrategyDefinition;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly bars: BarSeries;
  readonly funding?: FundingSeries | undefined;
  /** Of strategies that look at a second market. Whole: they are aligned by time. */
  readonly spot?: BarSeries | undefined;
  readonly pair?: BarSeries | undefined;
  readonly settings: BacktestSettings;
  /** The first bar on which every trial may trade: none has more days to show than another. */
  readonly firstBar: number;
  /** Days between that bar and the last one. */
  readonly days: number;
  /** Where runs are read and dropped. */
  readonly memory?: RunMemory;
}

export function runTrial(market: TrialMarket, params: CommonParams, row: Float64Array): void {
  const result = runFrom(market, params);
  fillRow(result, market.days, row);
}

/** A backtest of which every bar from `firstBar` on can be traded, up to `endBar`. */
export function runFrom(
  market: TrialMarket,
  params: CommonParams,
  firstBar = market.firstBar,
  endBar = market.bars.length,
): BacktestResult {
  const { strategy, symbol, timeframe, settings, funding, spot, pair, memory = new RunMemory() } = market;
  const warmupBars = strategy.warmupBars(params, timeframe);
  const bars = cut(market.bars, Math.max(0, firstBar - (warmupBars - 1)), endBar);
  const series = { bars, ...(funding && { funding }), ...(spot && { spot }), ...(pair && { pair }) };
  return runBacktest({ strategy, params, symbol, timeframe, market: series, settings, memory });
}

export function fillRow(
  { performance, dailyReturns }: BacktestResult,
  days: number,
  row: Float64Array,
): void {
  sumBlocks(dailyReturns, days, blockSumsOf(row));
  const { count, mean, deviation, skewness, kurtosis } = momentsOf(dailyReturns);
  const figures: TrialFigures = {
    sharpe: known(performance.sharpe),
    totalReturn: known(performance.totalReturn),
    cagr: known(performance.cagr),
    maxDrawdownPct: performance.maxDrawdownPct,
    calmar: known(performance.calmar),
    trades: performance.trades,
    winRate: known(performance.winRate),
    profitFactor: known(performance.profitFactor),
    exposure: performance.exposure,
    turnover: performance.turnover,
    dailySharpe: deviation > 0 ? mean / deviation : 0,
    days: count,
    skewness,
    kurtosis,
  };
  FIGURES.forEach((figure, k) => {
    row[k] = figures[figure];
  });
}

export function figuresOf(row: Float64Array): TrialFigures {
  return Object.fromEntries(FIGURES.map((figure, k) => [figure, row[k]!])) as TrialFigures;
}

export function figureOf(row: Float64Array, figure: Figure): number {
  return row[FIGURES.indexOf(figure)]!;
}

/** The part of a row that overfitting is computed from. */
export function blockSumsOf(row: Float64Array): Float64Array {
  return row.subarray(FIGURES.length, ROW_LENGTH);
}

/** Not so for a trial that failed. */
export function hasRun(row: Float64Array): boolean {
  return !Number.isNaN(figureOf(row, 'days'));
}

function known(figure: number | null): number {
  return figure ?? Number.NaN;
}

/** UTC days that an equity curve from `firstBar` on touches: a bar that closes at midnight ends its day. */
export function daysFrom(bars: BarSeries, firstBar: number, timeframe: Timeframe): number {
  const day = (i: number) => Math.floor((bars.openTimeMs[i]! + timeframeMs(timeframe) - 1) / DAY_MS);
  return day(bars.length - 1) - day(firstBar) + 1;
}

/** Bars `start` to `end - 1`, without copying them. */
function cut(bars: BarSeries, start: number, end: number): BarSeries {
  const part = new BarSeries(0);
  for (const column of BAR_COLUMNS) part[column] = bars[column].subarray(start, end);
  part.length = end - start;
  return part;
}
