/**
 * Positioning statistics under /futures/data: open interest, long/short ratios, taker volumes. Thirty days
 * are served.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import { ERRORS } from '../../domain/errors';
import type { Market } from '../../domain/market/market';
import { longShareAt, openInterestAt, type RatioKind, takerVolumes } from '../../domain/market/positioning';
import { accept, refuse } from '../../domain/trading/checks';
import { type Answer, type Call, integer, listingOf, type Route, type Routes } from '../call';

const PERIODS_MS: Readonly<Record<string, number>> = {
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
};

export const FUTURES_DATA_ROUTES: Routes = {
  'GET /futures/data/openInterestHist': statistics((market, timestamp) => {
    const amount = openInterestAt(market, timestamp);
    return {
      symbol: market.spec.symbol,
      sumOpenInterest: amount.toFixed(8),
      sumOpenInterestValue: (amount * market.priceAt(timestamp)).toFixed(8),
      CMCCirculatingSupply: '0',
      timestamp,
    };
  }),
  'GET /futures/data/globalLongShortAccountRatio': ratio('global'),
  'GET /futures/data/topLongShortAccountRatio': ratio('topAccounts'),
  'GET /futures/data/topLongShortPositionRatio': ratio('topPositions'),
  'GET /futures/data/takerlongshortRatio': statistics((market, timestamp, periodMs) => {
    const { buy, sell } = takerVolumes(market, timestamp, periodMs);
    return {
      buySellRatio: (buy / sell).toFixed(4),
      buyVol: buy.toFixed(4),
      sellVol: sell.toFixed(4),
      timestamp,
    };
  }),
};

function ratio(kind: RatioKind): Route {
  return statistics((market, timestamp) => {
    const long = longShareAt(market, kind, timestamp);
    return {
      symbol: market.spec.symbol,
      longShortRatio: (long / (1 - long)).toFixed(4),
      longAccount: long.toFixed(4),
      shortAccount: (1 - long).toFixed(4),
      timestamp,
    };
  });
}

function statistics(row: (market: Market, timestamp: number, periodMs: number) => unknown): Route {
  return { security: 'none', weight: 0, handle: (call) => statisticsRows(call, row) };
}

function statisticsRows(
  call: Call,
  row: (market: Market, timestamp: number, periodMs: number) => unknown,
): Answer {
  const listing = listingOf(call);
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const periodMs = PERIODS_MS[call.params['period'] ?? ''];
  if (periodMs === undefined) return refuse(ERRORS.badParameter('period'));
  const limit = Math.min(500, Math.max(1, integer(call.params['limit']) ?? 30));
  const startMs = integer(call.params['startTime']);
  const oldestMs = call.nowMs - 30 * DAY_MS;
  if (startMs !== undefined && startMs < oldestMs - DAY_MS) return refuse(ERRORS.badParameter('startTime'));
  const endMs = Math.min(integer(call.params['endTime']) ?? call.nowMs, call.nowMs);
  const lastMs = Math.floor(endMs / periodMs) * periodMs;
  const firstMs = Math.max(
    Math.ceil((startMs ?? oldestMs) / periodMs) * periodMs,
    lastMs - (limit - 1) * periodMs,
  );
  const rows: unknown[] = [];
  for (let at = firstMs; at <= lastMs; at += periodMs) rows.push(row(listing.market, at, periodMs));
  return accept(rows);
}
