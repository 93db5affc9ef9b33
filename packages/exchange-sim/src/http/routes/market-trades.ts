/** Public trades and the klines of a pair: continuous contract and premium. */
import { ERRORS } from '../../domain/errors';
import { GENESIS_MS } from '../../domain/market/climate';
import { isKlineInterval, nextKlineOpenTimeMs } from '../../domain/market/klines';
import {
  aggregateTradeOf,
  lastTradeId,
  type MarketTrade,
  tradeOf,
  tradesUpTo,
} from '../../domain/market/trades';
import { accept, refuse } from '../../domain/trading/checks';
import { aggTradeRow, priceKlineRow, tradeRow } from '../../wire/market';
import { type Answer, type Call, integer, limitOf, listingOf, type Routes } from '../call';
import { klines, klineWeight } from './market';

const HOUR_SECONDS = 3600;
const CONTRACT_TYPES = new Set(['PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER', 'TRADIFI_PERPETUAL']);

export const MARKET_TRADE_ROUTES: Routes = {
  'GET /fapi/v1/trades': { security: 'none', weight: 5, handle: recentTrades },
  'GET /fapi/v1/historicalTrades': { security: 'key', weight: 20, handle: olderTrades },
  'GET /fapi/v1/aggTrades': { security: 'none', weight: 20, handle: aggregateTrades },
  'GET /fapi/v1/continuousKlines': { security: 'none', weight: klineWeight, handle: continuousKlines },
  'GET /fapi/v1/premiumIndexKlines': { security: 'none', weight: klineWeight, handle: premiumKlines },
};

function recentTrades(call: Call): Answer {
  const listing = listingOf(call);
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const limit = limitOf(call, 500, 1000);
  if (!limit.ok) return limit;
  const trades = tradesUpTo(listing.market, lastTradeId(listing.market, call.nowMs), limit.value);
  return accept(trades.map((trade) => tradeRow(listing, trade)));
}

/** From an id on, oldest first, or the newest. */
function olderTrades(call: Call): Answer {
  const fromId = integer(call.params['fromId']);
  if (fromId === undefined) return recentTrades(call);
  const listing = listingOf(call);
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const limit = limitOf(call, 100, 500);
  if (!limit.ok) return limit;
  const lastId = lastTradeId(listing.market, call.nowMs);
  const found: MarketTrade[] = [];
  for (let id = Math.max(fromId, GENESIS_MS / 60); id <= lastId && found.length < limit.value; id++) {
    const trade = tradeOf(listing.market, id);
    if (trade !== undefined) found.push(trade);
  }
  return accept(found.map((trade) => tradeRow(listing, trade)));
}

/** One row per second: from an id, from a start, or the newest. At most an hour between start and end. */
function aggregateTrades(call: Call): Answer {
  const listing = listingOf(call);
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const limit = limitOf(call, 500, 1000);
  if (!limit.ok) return limit;
  const [startMs, endMs] = [integer(call.params['startTime']), integer(call.params['endTime'])];
  if (startMs !== undefined && endMs !== undefined && startMs > endMs) return refuse(ERRORS.startAfterEnd());
  const now = Math.floor(call.nowMs / 1000) - 1;
  const last = endMs === undefined ? now : Math.min(now, Math.floor(endMs / 1000));
  const given =
    integer(call.params['fromId']) ?? (startMs === undefined ? undefined : Math.ceil(startMs / 1000));
  const first = Math.max(GENESIS_MS / 1000, given ?? last - limit.value - HOUR_SECONDS);
  const rows: unknown[] = [];
  if (given === undefined) {
    for (let second = last; second >= first && rows.length < limit.value; second--) {
      const trade = aggregateTradeOf(listing.market, second);
      if (trade !== undefined) rows.unshift(aggTradeRow(listing, trade));
    }
    return accept(rows);
  }
  for (let second = first; second <= last && rows.length < limit.value; second++) {
    const trade = aggregateTradeOf(listing.market, second);
    if (trade !== undefined) rows.push(aggTradeRow(listing, trade));
  }
  return accept(rows);
}

function continuousKlines(call: Call): Answer {
  const { pair, contractType } = call.params;
  if (contractType === undefined) return refuse(ERRORS.mandatory('contractType'));
  if (!CONTRACT_TYPES.has(contractType)) return refuse(ERRORS.badContractType());
  const listing = call.venue.listings.get(pair ?? '');
  if (listing === undefined) return refuse(ERRORS.badPair());
  return contractType === 'PERPETUAL' ? klines(call, 'perp', 1500, listing) : accept([]);
}

/**
 * How far the perpetual traded from its index: straight lines, so that the edges and the middle show the
 * extremes.
 */
function premiumKlines(call: Call): Answer {
  const listing = listingOf(call);
  if (listing === undefined) return refuse(ERRORS.badSymbol());
  const interval = call.params['interval'] ?? '';
  if (!isKlineInterval(interval)) return refuse(ERRORS.badInterval());
  const limit = limitOf(call, 500, 1500);
  if (!limit.ok) return limit;
  const [startMs, endMs] = [integer(call.params['startTime']), integer(call.params['endTime'])];
  if (startMs !== undefined && endMs !== undefined && startMs > endMs) return refuse(ERRORS.startAfterEnd());
  const { basis } = listing.market;
  const rows = listing.perp.openTimes(interval, startMs, endMs, limit.value, call.nowMs).map((openTimeMs) => {
    const closeTimeMs = nextKlineOpenTimeMs(interval, openTimeMs) - 1;
    const toMs = Math.min(call.nowMs, closeTimeMs + 1);
    const [open, middle, close] = [basis.at(openTimeMs), basis.at((openTimeMs + toMs) / 2), basis.at(toMs)];
    const high = Math.max(open, middle, close);
    const low = Math.min(open, middle, close);
    const nothing = { volume: 0, takerBuyVolume: 0, turnover: 0, takerBuyTurnover: 0 };
    const trades = Math.ceil((toMs - openTimeMs) / 1000);
    return priceKlineRow(1, { openTimeMs, closeTimeMs, open, high, low, close, trades, ...nothing });
  });
  return accept(rows);
}
