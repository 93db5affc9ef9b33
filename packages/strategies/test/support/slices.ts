/** Parts of a market, cut as a bot would have seen them: nothing after the last bar's close. */
import { BarSeries, type FundingSeries, type Timeframe, timeframeMs } from '@platform/core';
import type { MarketSeries } from '@platform/strategies';

function barsBetween(series: BarSeries, fromMs: number, untilMs: number): BarSeries {
  const part = new BarSeries(16);
  for (let i = 0; i < series.length; i++) {
    if (series.openTimeMs[i]! >= fromMs && series.openTimeMs[i]! < untilMs) part.append(series.at(i));
  }
  return part;
}

export function fundingBefore(funding: FundingSeries, untilMs: number): FundingSeries {
  let length = 0;
  while (length < funding.length && funding.timeMs[length]! < untilMs) length += 1;
  return { length, timeMs: funding.timeMs.slice(0, length), rate: funding.rate.slice(0, length) };
}

/** Bars `from` to `until - 1` with what goes with them. */
export function sliceMarket(
  market: Required<MarketSeries>,
  timeframe: Timeframe,
  from: number,
  until: number,
): Required<MarketSeries> {
  const fromMs = market.bars.openTimeMs[from]!;
  const untilMs = market.bars.openTimeMs[until - 1]! + timeframeMs(timeframe);
  return {
    bars: barsBetween(market.bars, fromMs, untilMs),
    spot: barsBetween(market.spot, fromMs, untilMs),
    pair: barsBetween(market.pair, fromMs, untilMs),
    funding: fundingBefore(market.funding, untilMs),
  };
}
