/** Public market data of the futures venue. */
import { BOOK_LEVELS, type Book, buildBook } from '../../domain/book';
import { ERRORS } from '../../domain/errors';
import { GENESIS_MS } from '../../domain/market/climate';
import { isKlineInterval, type Kline, type MarketKind } from '../../domain/market/klines';
import { openInterestAt } from '../../domain/market/positioning';
import { accept, refuse } from '../../domain/trading/checks';
import type { OrderParams } from '../../domain/trading/orders';
import type { Listing } from '../../domain/trading/venue';
import { exchangeInfoView } from '../../wire/exchange-info';
import {
  bookTickerView,
  dayTickerView,
  depthView,
  klineRow,
  premiumIndexView,
  priceKlineRow,
} from '../../wire/market';
import { type Answer, type Call, integer, limitOf, listingOf, type Routes } from '../call';

const DEPTH_WEIGHTS: Readonly<Record<string, number>> = {
  '5': 2,
  '10': 2,
  '20': 2,
  '50': 2,
  '100': 5,
  '500': 10,
  '1000': 20,
};

export const MARKET_ROUTES: Routes = {
  'GET /fapi/v1/ping': { security: 'none', weight: 1, handle: () => accept({}) },
  'GET /fapi/v1/time': {
    security: 'none',
    weight: 1,
    handle: ({ sim }) => accept({ serverTime: sim.clock.statedMs() }),
  },
  'GET /fapi/v1/exchangeInfo': {
    security: 'none',
    weight: 1,
    handle: ({ sim, venue }) => accept(exchangeInfoView(venue, sim.options.limits, sim.clock.statedMs())),
  },
  'GET /fapi/v1/klines': {
    security: 'none',
    weight: klineWeight,
    handle: (call) => klines(call, 'perp', 1500, listingOf(call)),
  },
  'GET /fapi/v1/indexPriceKlines': {
    security: 'none',
    weight: klineWeight,
    handle: (call) => klines(call, 'spot', 1500, pairOf(call), priceRow),
  },
  'GET /fapi/v1/markPriceKlines': {
    security: 'none',
    weight: klineWeight,
    handle: (call) => klines(call, 'mark', 1500, listingOf(call), priceRow),
  },
  'GET /fapi/v1/fundingRate': { security: 'none', weight: 0, handle: fundingHistory },
  'GET /fapi/v1/fundingInfo': {
    security: 'none',
    weight: 0,
    handle: ({ venue }) =>
      accept(
        [...venue.listings.keys()].map((symbol) => ({
          symbol,
          adjustedFundingRateCap: '0.02000000',
          adjustedFundingRateFloor: '-0.02000000',
          fundingIntervalHours: venue.fundingIntervalMs / 3_600_000,
          disclaimer: false,
        })),
      ),
  },
  'GET /fapi/v1/premiumIndex': {
    security: 'none',
    weight: (params) => (params['symbol'] === undefined ? 10 : 1),
    handle: (call) => oneOrAll(call, (symbol) => premiumIndexView(call.venue, symbol, call.nowMs)),
  },
  'GET /fapi/v1/openInterest': { security: 'none', weight: 1, handle: openInterest },
  'GET /fapi/v1/ticker/bookTicker': {
    security: 'none',
    weight: (params) => (params['symbol'] === undefined ? 5 : 2),
    handle: (call) =>
      oneOrAll(call, (symbol) =>
        bookTickerView(call.venue.listings.get(symbol)!, call.venue.book(symbol, call.nowMs), call.nowMs),
      ),
  },
  'GET /fapi/v1/ticker/price': { security: 'none', weight: 2, handle: lastPrices },
  'GET /fapi/v2/ticker/price': { security: 'none', weight: 2, handle: lastPrices },
  'GET /fapi/v1/ticker/24hr': {
    security: 'none',
    weight: (params) => (params['symbol'] === undefined ? 40 : 1),
    handle: (call) => oneOrAll(call, (symbol) => dayTickerView(call.venue.listings.get(symbol)!, call.nowMs)),
  },
  'GET /fapi/v1/depth': {
    security: 'none',
    weight: (params) => DEPTH_WEIGHTS[params['limit'] ?? '500'] ?? 10,
    handle: depth,
  },
};

export function klineWeight(params: OrderParams): number {
  const limit = integer(params['limit']) ?? 500;
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1000 ? 5 : 10;
}

export function klines(
  call: Call,
  kind: MarketKind,
  maxLimit: number,
  listing: Listing | undefined,
  row: (listing: Listing, kline: Kline) => unknown[] = klineRow,
): Answer {
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const interval = call.params['interval'] ?? '';
  if (!isKlineInterval(interval)) return refuse(ERRORS.badInterval());
  const startMs = integer(call.params['startTime']);
  const endMs = integer(call.params['endTime']);
  if (startMs !== undefined && endMs !== undefined && startMs > endMs) return refuse(ERRORS.startAfterEnd());
  const limit = limitOf(call, 500, maxLimit);
  if (!limit.ok) return limit;
  const rows = listing[kind].range(interval, startMs, endMs, limit.value, call.nowMs);
  return accept(rows.map((kline) => row(listing, kline)));
}

function priceRow(listing: Listing, kline: Kline): unknown[] {
  return priceKlineRow(listing.market.ticksPerUnit, kline);
}

function pairOf(call: Call): Listing | undefined {
  return call.venue.listings.get(call.params['pair'] ?? '');
}

function oneOrAll(call: Call, view: (symbol: string) => unknown): Answer {
  const { symbol } = call.params;
  if (symbol === undefined) return accept([...call.venue.listings.keys()].map(view));
  return call.venue.listings.has(symbol) ? accept(view(symbol)) : refuse(ERRORS.badSymbol());
}

function lastPrices(call: Call): Answer {
  return oneOrAll(call, (symbol) => ({
    symbol,
    price: call.venue.lastPrice(symbol, call.nowMs).toFixed(decimalsOf(call, symbol)),
    time: call.nowMs,
  }));
}

function decimalsOf(call: Call, symbol: string): number {
  return call.venue.listings.get(symbol)!.market.spec.priceDecimals;
}

function openInterest(call: Call): Answer {
  const listing = listingOf(call);
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const amount = openInterestAt(listing.market, call.nowMs);
  return accept({
    openInterest: amount.toFixed(listing.market.spec.quantityDecimals),
    symbol: listing.market.spec.symbol,
    time: call.nowMs,
  });
}

function depth(call: Call): Answer {
  const listing = listingOf(call);
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const text = call.params['limit'] ?? '500';
  if (!(text in DEPTH_WEIGHTS)) return refuse(ERRORS.badDepthLimit(text));
  const book = call.venue.book(listing.market.spec.symbol, call.nowMs);
  return accept(
    depthView(listing, deepened(listing, book, Number(text), call.nowMs), Number(text), call.nowMs),
  );
}

/** The book of the moment, with levels behind it that are made only when asked for. */
function deepened(listing: Listing, book: Book, levels: number, nowMs: number): Book {
  if (levels <= BOOK_LEVELS) return book;
  const deep = buildBook(listing.market, nowMs, listing.liquidity, levels);
  const behind = (near: Book['bids'], all: Book['bids']) => [...near, ...all.slice(near.length)];
  return { epoch: book.epoch, bids: behind(book.bids, deep.bids), asks: behind(book.asks, deep.asks) };
}

/** Settlements that have happened, oldest first: from a start on, or the latest ones. */
function fundingHistory(call: Call): Answer {
  const { venue, params } = call;
  const symbols = params['symbol'] === undefined ? [...venue.listings.keys()] : [params['symbol']];
  if (!symbols.every((symbol) => venue.listings.has(symbol))) return refuse(ERRORS.badSymbol());
  const limit = limitOf(call, 100, 1000);
  if (!limit.ok) return limit;
  const interval = venue.fundingIntervalMs;
  const lastMs =
    Math.floor(Math.min(integer(params['endTime']) ?? call.nowMs, call.nowMs) / interval) * interval;
  const settlements = Math.ceil(limit.value / symbols.length);
  const given = integer(params['startTime']);
  const startMs = Math.max(GENESIS_MS, given ?? lastMs - (settlements - 1) * interval);
  const rows: unknown[] = [];
  for (let at = Math.ceil(startMs / interval) * interval; at <= lastMs; at += interval) {
    for (const symbol of symbols) {
      rows.push({
        symbol,
        fundingTime: at,
        fundingRate: venue.fundingRate(symbol, at).toFixed(8),
        markPrice: venue.markPrice(symbol, at).toFixed(8),
        rateType: 'FUNDING_RATE',
      });
    }
    if (rows.length >= limit.value) break;
  }
  return accept(given === undefined ? rows.slice(-limit.value) : rows.slice(0, limit.value));
}
