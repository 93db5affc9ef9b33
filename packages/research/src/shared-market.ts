/** A market whose columns lie in one block of memory: threads share it, and it travels as it is. */
import { BAR_COLUMNS, BarSeries, type FundingSeries } from '@platform/core';
import { findStrategy } from '@platform/strategies';
import type { TrialMarket } from './trial';

export interface SharedMarket extends Omit<TrialMarket, 'strategy' | 'bars' | 'funding'> {
  readonly strategy: string;
  readonly barCount: number;
  readonly fundingCount: number;
  /** The columns of the bars, then those of the settlements. */
  readonly columns: Float64Array;
}

export function sharedMarket({ strategy, bars, funding, ...rest }: TrialMarket): SharedMarket {
  const fundingCount = funding?.length ?? 0;
  const length = BAR_COLUMNS.length * bars.length + 2 * fundingCount;
  const columns = new Float64Array(new SharedArrayBuffer(length * 8));
  BAR_COLUMNS.forEach((column, k) => {
    columns.set(bars[column].subarray(0, bars.length), k * bars.length);
  });
  if (funding !== undefined) {
    const at = BAR_COLUMNS.length * bars.length;
    columns.set(funding.timeMs.subarray(0, fundingCount), at);
    columns.set(funding.rate.subarray(0, fundingCount), at + fundingCount);
  }
  return { ...rest, strategy: strategy.name, barCount: bars.length, fundingCount, columns };
}

export function marketOf(market: SharedMarket): TrialMarket {
  const { strategy, barCount, fundingCount, columns, ...rest } = market;
  const bars = new BarSeries(0);
  BAR_COLUMNS.forEach((column, k) => {
    bars[column] = columns.subarray(k * barCount, (k + 1) * barCount);
  });
  bars.length = barCount;
  return { ...rest, strategy: findStrategy(strategy)!, bars, funding: fundingOf(market) };
}

function fundingOf({ barCount, fundingCount, columns }: SharedMarket): FundingSeries | undefined {
  if (fundingCount === 0) return undefined;
  const at = BAR_COLUMNS.length * barCount;
  const column = (k: number) => columns.subarray(at + k * fundingCount, at + (k + 1) * fundingCount);
  return { length: fundingCount, timeMs: column(0), rate: column(1) };
}
