/** A market whose columns lie in one block of memory: threads share it, and it travels as it is. */
import { BAR_COLUMNS, BarSeries, type FundingSeries } from '@platform/core';
import { findStrategy } from '@platform/strategies';
import type { TrialMarket } from './trial';

const SERIES = ['bars', 'spot', 'pair'] as const;

export interface SharedMarket extends Omit<TrialMarket, 'strategy' | 'funding' | (typeof SERIES)[number]> {
  readonly strategy: string;
  /** 0 for a series that the strategy does without. */
  readonly barCounts: Readonly<Record<(typeof SERIES)[number], number>>;
  readonly fundingCount: number;
  /** The columns of the bars, of the further series, then those of the settlements. */
  readonly columns: Float64Array;
}

export function sharedMarket({ strategy, bars, spot, pair, funding, ...rest }: TrialMarket): SharedMarket {
  const barCounts = { bars: bars.length, spot: spot?.length ?? 0, pair: pair?.length ?? 0 };
  const fundingCount = funding?.length ?? 0;
  const barsTogether = barCounts.bars + barCounts.spot + barCounts.pair;
  const length = BAR_COLUMNS.length * barsTogether + 2 * fundingCount;
  const columns = new Float64Array(new SharedArrayBuffer(length * 8));
  let at = 0;
  const put = (column: Float64Array, count: number) => {
    columns.set(column.subarray(0, count), at);
    at += count;
  };
  for (const series of [bars, spot, pair]) {
    if (series !== undefined) for (const column of BAR_COLUMNS) put(series[column], series.length);
  }
  if (funding !== undefined) {
    put(funding.timeMs, fundingCount);
    put(funding.rate, fundingCount);
  }
  return { ...rest, strategy: strategy.name, barCounts, fundingCount, columns };
}

export function marketOf({ strategy, barCounts, fundingCount, columns, ...rest }: SharedMarket): TrialMarket {
  let at = 0;
  const next = (count: number) => {
    at += count;
    return columns.subarray(at - count, at);
  };
  const seriesOf = (count: number) => {
    const series = new BarSeries(0);
    for (const column of BAR_COLUMNS) series[column] = next(count);
    series.length = count;
    return series;
  };
  const [bars, spot, pair] = SERIES.map((name) => seriesOf(barCounts[name]));
  const funding: FundingSeries = {
    length: fundingCount,
    timeMs: next(fundingCount),
    rate: next(fundingCount),
  };
  return {
    ...rest,
    strategy: findStrategy(strategy)!,
    bars: bars!,
    ...(spot!.length > 0 && { spot: spot! }),
    ...(pair!.length > 0 && { pair: pair! }),
    ...(fundingCount > 0 && { funding }),
  };
}
