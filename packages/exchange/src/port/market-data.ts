/**
 * Market data by request. History comes oldest first; times are epoch milliseconds. Bars are numbers,
 * everything else decimal strings.
 */
import type { Kline } from '@platform/contracts';
import type { Timeframe } from '@platform/core';
import type { Market } from './instrument';
import type { TimeRange } from './orders';
import type { Priority, ReadOutcome } from './outcomes';

export interface FundingRate {
  readonly symbol: string;
  readonly timeMs: number;
  readonly rate: string;
  readonly markPrice: string | undefined;
}

export interface OpenInterest {
  readonly symbol: string;
  readonly timeMs: number;
  readonly quantity: string;
  readonly valueUsd: string;
}

export interface LongShortRatio {
  readonly symbol: string;
  readonly timeMs: number;
  readonly ratio: string;
  readonly longShare: string;
  readonly shortShare: string;
}

/** All accounts, the largest accounts by head, the largest accounts by position. */
export type RatioPopulation = 'all_accounts' | 'top_accounts' | 'top_positions';
export type StatisticsPeriod = '5m' | '15m' | '30m' | '1h' | '2h' | '4h' | '6h' | '12h' | '1d';

export interface BookTicker {
  readonly symbol: string;
  readonly bidPrice: string;
  readonly bidQuantity: string;
  readonly askPrice: string;
  readonly askQuantity: string;
  readonly timeMs: number;
}

export interface PriceLevel {
  readonly price: string;
  readonly quantity: string;
}

export interface Depth {
  readonly symbol: string;
  readonly lastUpdateId: string;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
  readonly timeMs: number;
}

export interface MarkPrice {
  readonly symbol: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  readonly fundingRate: string;
  readonly nextFundingTimeMs: number;
  readonly timeMs: number;
}

export interface MarketData {
  /** At most 1,500 perp or 1,000 spot bars; the newest bar may still be open. */
  klines(
    market: Market,
    symbol: string,
    timeframe: Timeframe,
    range: TimeRange,
  ): Promise<ReadOutcome<readonly Kline[]>>;
  fundingRates(symbol: string, range: TimeRange): Promise<ReadOutcome<readonly FundingRate[]>>;
  /** The exchange keeps 30 days. */
  openInterest(
    symbol: string,
    period: StatisticsPeriod,
    range: TimeRange,
  ): Promise<ReadOutcome<readonly OpenInterest[]>>;
  /** The exchange keeps 30 days. */
  longShortRatios(
    symbol: string,
    population: RatioPopulation,
    period: StatisticsPeriod,
    range: TimeRange,
  ): Promise<ReadOutcome<readonly LongShortRatio[]>>;
  bookTicker(symbol: string, priority?: Priority): Promise<ReadOutcome<BookTicker>>;
  depth(symbol: string, levels: 5 | 10 | 20 | 50 | 100, priority?: Priority): Promise<ReadOutcome<Depth>>;
  markPrice(symbol: string, priority?: Priority): Promise<ReadOutcome<MarkPrice>>;
}
