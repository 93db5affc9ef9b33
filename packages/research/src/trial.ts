/** One trial: a backtest of which only figures are kept, as numbers in a row that any worker can write. */
import type { BarSeries, FundingSeries, Timeframe } from '@platform/core';
import { BAR_COLUMNS, BarSeries as Series } from '@platform/core';
import { type BacktestSettings, DailyWalk, runBacktest } from '@platform/engine';
import type { CommonParams, StrategyDefinition } from '@platform/strategies';
import { MomentSums } from './statistics/moments';
import { BlockSums, PBO_BLOCKS, SUMS_PER_BLOCK } from './statistics/overfitting';

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
  readonly settings: BacktestSettings;
  /** The first bar on which every trial may trade: none has more days to show than another. */
  readonly firstBar: number;
  /** Days between that bar and the last one. */
  readonly days: number;
}

export function runTrial(market: TrialMarket, params: CommonParams, row: Float64Array): void {
  const { strategy, symbol, timeframe, settings, funding } = market;
  const warmupBars = strategy.warmupBars(params, timeframe);
  const bars = from(market.bars, market.firstBar - (warmupBars - 1));
  const series = funding === undefined ? { bars } : { bars, funding };
  const { performance, points } = runBacktest({
    strategy,
    params,
    symbol,
    timeframe,
    market: series,
    settings,
  });
  const moments = new MomentSums();
  const blocks = new BlockSums(row.subarray(FIGURES.length).fill(0), market.days);
  const add = (dailyReturn: number) => {
    moments.add(dailyReturn);
    blocks.add(dailyReturn);
  };
  new DailyWalk(points, settings.initialEquity, { add }).extend(points.length);
  const { count, mean, deviation, skewness, kurtosis } = moments.moments;
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
    ...{ days: count, skewness, kurtosis },
  };
  FIGURES.forEach((figure, k) => {
    row[k] = figures[figure];
  });
}

export function figuresOf(row: Float64Array): TrialFigures {
  return Object.fromEntries(FIGURES.map((figure, k) => [figure, row[k]!])) as TrialFigures;
}

function known(figure: number | null): number {
  return figure ?? Number.NaN;
}

/** The bars from `start` on, without copying them. */
function from(bars: BarSeries, start: number): BarSeries {
  const part = new Series(0);
  for (const column of BAR_COLUMNS) part[column] = bars[column].subarray(start, bars.length);
  part.length = bars.length - start;
  return part;
}
