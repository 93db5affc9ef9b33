/** The market data endpoints behind the port. */
import type { Kline } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Market } from '../port/instrument';
import type {
  BookTicker,
  Depth,
  FundingRate,
  LongShortRatio,
  MarketData,
  MarkPrice,
  OpenInterest,
  RatioPopulation,
  StatisticsPeriod,
} from '../port/market-data';
import type { TimeRange } from '../port/orders';
import type { Priority, ReadOutcome } from '../port/outcomes';
import { list } from '../transport/fields';
import {
  parseBookTicker,
  parseDepth,
  parseFundingRate,
  parseKline,
  parseLongShortRatio,
  parseMarkPrice,
  parseOpenInterest,
} from './parse/market';
import { type RestClient, readAnswer } from './rest/client';
import { ENDPOINTS, type Endpoint, type Params, windowParams } from './rest/endpoints';

const RATIO_ENDPOINTS: Readonly<Record<RatioPopulation, Endpoint>> = {
  all_accounts: ENDPOINTS.allAccountsRatio,
  top_accounts: ENDPOINTS.topAccountsRatio,
  top_positions: ENDPOINTS.topPositionsRatio,
};

export class RestMarketData implements MarketData {
  constructor(private readonly rest: RestClient) {}

  klines(
    market: Market,
    symbol: string,
    timeframe: Timeframe,
    range: TimeRange,
  ): Promise<ReadOutcome<readonly Kline[]>> {
    const endpoint = market === 'spot' ? ENDPOINTS.spotKlines : ENDPOINTS.perpKlines;
    return this.rows(endpoint, { symbol, interval: timeframe, ...windowParams(range) }, parseKline);
  }

  fundingRates(symbol: string, range: TimeRange): Promise<ReadOutcome<readonly FundingRate[]>> {
    return this.rows(ENDPOINTS.fundingRate, { symbol, ...windowParams(range) }, parseFundingRate);
  }

  openInterest(
    symbol: string,
    period: StatisticsPeriod,
    range: TimeRange,
  ): Promise<ReadOutcome<readonly OpenInterest[]>> {
    return this.rows(
      ENDPOINTS.openInterestHistory,
      { symbol, period, ...windowParams(range) },
      parseOpenInterest,
    );
  }

  longShortRatios(
    symbol: string,
    population: RatioPopulation,
    period: StatisticsPeriod,
    range: TimeRange,
  ): Promise<ReadOutcome<readonly LongShortRatio[]>> {
    return this.rows(
      RATIO_ENDPOINTS[population],
      { symbol, period, ...windowParams(range) },
      parseLongShortRatio,
    );
  }

  async bookTicker(symbol: string, priority: Priority = 'read'): Promise<ReadOutcome<BookTicker>> {
    return readAnswer(await this.rest.call(ENDPOINTS.bookTicker, { symbol }, priority), parseBookTicker);
  }

  async depth(
    symbol: string,
    levels: 5 | 10 | 20 | 50 | 100,
    priority: Priority = 'read',
  ): Promise<ReadOutcome<Depth>> {
    const answer = await this.rest.call(ENDPOINTS.depth, { symbol, limit: levels }, priority);
    return readAnswer(answer, (body) => parseDepth(symbol, body));
  }

  async markPrice(symbol: string, priority: Priority = 'read'): Promise<ReadOutcome<MarkPrice>> {
    return readAnswer(await this.rest.call(ENDPOINTS.premiumIndex, { symbol }, priority), parseMarkPrice);
  }

  private async rows<T>(
    endpoint: Endpoint,
    params: Params,
    parse: (row: unknown) => T,
  ): Promise<ReadOutcome<readonly T[]>> {
    return readAnswer(await this.rest.call(endpoint, params), (body) => list(body).map(parse));
  }
}
