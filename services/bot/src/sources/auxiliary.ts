/**
 * Series beyond the bot's own bars: read with the warm-up, brought up to date from the data service before
 * each decision.
 */

import type { FundingRateRow, Market, WarmupDatasetResult } from '@platform/contracts';
import { type Bar, BarSeries, type Timeframe, timeframeMs } from '@platform/core';
import type { DatasetNeed, MarketSeries } from '@platform/strategies';
import { GrowingFunding } from '../domain/decider';
import { type DataClient, DataServiceError, parseBars } from './data-client';

/** Settlements asked for before each bar: more than can fall between two. */
const RECENT_SETTLEMENTS = 10;

export class AuxiliarySeries {
  private readonly bars = new Map<'spot' | 'pair', { need: DatasetNeed; series: BarSeries }>();
  private funding: { need: DatasetNeed; series: GrowingFunding } | undefined;

  constructor(
    private readonly client: DataClient,
    private readonly symbol: string,
    private readonly timeframe: Timeframe,
  ) {}

  series(): Omit<MarketSeries, 'bars'> {
    const bars = Object.fromEntries([...this.bars].map(([input, { series }]) => [input, series]));
    return { ...bars, ...(this.funding === undefined ? {} : { funding: this.funding.series }) };
  }

  /** Takes what the warm-up brought; `result` is undefined where it brought nothing. */
  begin(need: DatasetNeed, result: WarmupDatasetResult | undefined): void {
    if (need.input === 'funding') {
      const series = new GrowingFunding();
      series.extend(fundingRows(result?.rows ?? []));
      this.funding = { need, series };
    } else if (need.input !== 'bars') {
      const series = new BarSeries();
      append(series, parseBars(result?.rows ?? []));
      this.bars.set(need.input, { need, series });
    }
  }

  /** Throws while a counterpart of the bar is not known yet. */
  async reach(bar: Bar): Promise<void> {
    const barMs = timeframeMs(this.timeframe);
    for (const { need, series } of this.bars.values()) {
      const newestMs = series.length === 0 ? bar.openTimeMs - barMs : series.openTimeMs[series.length - 1]!;
      if (newestMs >= bar.openTimeMs) continue;
      const bars = await this.client.bars(...this.barsOf(need), newestMs + barMs, bar.openTimeMs + barMs);
      append(series, bars);
      if (series.length === 0 || series.openTimeMs[series.length - 1]! < bar.openTimeMs) {
        throw new DataServiceError(`${need.kind} has no bar at ${bar.openTimeMs} yet`);
      }
    }
    if (this.funding !== undefined) {
      this.funding.series.extend(await this.settlements(this.funding.need, RECENT_SETTLEMENTS));
    }
  }

  /** The same inputs over a span of the past, for a replay. */
  async over(
    needs: readonly DatasetNeed[],
    fromMs: number,
    toMs: number,
  ): Promise<Omit<MarketSeries, 'bars'>> {
    const market: { spot?: BarSeries; pair?: BarSeries; funding?: GrowingFunding } = {};
    for (const need of needs) {
      if (need.input === 'funding') {
        market.funding = new GrowingFunding();
        market.funding.extend(await this.settlements(need, 5_000));
      } else if (need.input !== 'bars') {
        market[need.input] = await this.client.series(...this.barsOf(need), fromMs, toMs);
      }
    }
    return market;
  }

  private barsOf(need: DatasetNeed): [Market, string, Timeframe] {
    return [need.kind === 'spot_klines' ? 'spot' : 'perp', need.symbol ?? this.symbol, this.timeframe];
  }

  private async settlements(need: DatasetNeed, count: number) {
    const symbol = need.symbol ?? this.symbol;
    const [result] = await this.client.warmup([{ kind: 'funding_rates', symbol, lookback_count: count }]);
    return fundingRows(result!.rows);
  }
}

export function fundingRows(rows: readonly unknown[]): { timeMs: number; rate: number }[] {
  return (rows as readonly FundingRateRow[]).map((row) => ({ timeMs: row.funding_time, rate: row.rate }));
}

function append(series: BarSeries, bars: readonly Bar[]): void {
  for (const bar of bars) {
    if (series.length === 0 || bar.openTimeMs > series.openTimeMs[series.length - 1]!) series.append(bar);
  }
}
