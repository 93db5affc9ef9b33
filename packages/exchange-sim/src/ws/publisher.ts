/**
 * Market streams: on each tick, what every subscribed stream has to say about the time since the last tick. A
 * closed kline is never skipped, at any speed.
 */
import { BOOK_LEVELS, type Book } from '../domain/book';
import { klineOpenTimeMs, nextKlineOpenTimeMs } from '../domain/market/klines';
import { liquidationAt } from '../domain/market/liquidations';
import { aggregateTradeOf } from '../domain/market/trades';
import type { Venue } from '../domain/trading/venue';
import {
  aggTradeEvent,
  bookTickerEvent,
  continuousKlineEvent,
  contractInfoEvent,
  depthEvent,
  forceOrderEvent,
  klineEvent,
  markPriceEvent,
  miniTickerEvent,
  tickerEvent,
} from '../wire/market';
import type { Endpoint, MarketStream } from './streams';

/**
 * Bars and liquidations older than this many steps before the present are not sent after a leap of the clock.
 */
const MAX_CATCH_UP = 1000;
const KLINE_EVERY_MS = 250;

interface StreamState {
  lastKlineMs: number;
  lastDepthMs: number;
  lastBook: Book | undefined;
  /** The status of each symbol as last announced. */
  statuses: ReadonlyMap<string, string> | undefined;
}

export class Publisher {
  private readonly states = new Map<string, StreamState>();

  /** Messages of one stream for the time after `fromMs` up to `toMs`. `id` identifies the stream. */
  messages(
    venue: Venue,
    id: string,
    stream: MarketStream,
    endpoint: Endpoint,
    fromMs: number,
    toMs: number,
  ): unknown[] {
    const state = this.stateOf(id);
    switch (stream.kind) {
      case 'continuousKline':
      case 'kline':
        return klineMessages(venue, stream, endpoint, state, fromMs, toMs);
      case 'bookTicker':
        return symbolsOf(venue, stream.symbol).map((symbol) =>
          bookTickerEvent(venue.listings.get(symbol)!, venue.book(symbol, toMs), toMs),
        );
      case 'markPrice':
        return markPriceMessages(venue, stream, fromMs, toMs);
      case 'depth':
        return depthMessages(venue, stream, state, toMs);
      case 'aggTrade':
        return aggTradeMessages(venue, stream.symbol, fromMs, toMs);
      case 'ticker':
      case 'miniTicker':
        return tickerMessages(venue, stream, fromMs, toMs);
      case 'contractInfo':
        return contractMessages(venue, state, toMs);
      case 'forceOrder':
        return forceOrderMessages(venue, stream.symbol, fromMs, toMs);
    }
  }

  forget(id: string): void {
    this.states.delete(id);
  }

  private stateOf(id: string): StreamState {
    let state = this.states.get(id);
    if (state === undefined) {
      state = { lastKlineMs: 0, lastDepthMs: 0, lastBook: undefined, statuses: undefined };
      this.states.set(id, state);
    }
    return state;
  }
}

function klineMessages(
  venue: Venue,
  stream: Extract<MarketStream, { kind: 'kline' | 'continuousKline' }>,
  endpoint: Endpoint,
  state: StreamState,
  fromMs: number,
  toMs: number,
): unknown[] {
  const listing = venue.listings.get(stream.symbol);
  if (listing === undefined) return [];
  const { interval } = stream;
  const view = stream.kind === 'kline' ? klineEvent : continuousKlineEvent;
  const klines = endpoint === 'spot' ? listing.spot : listing.perp;
  const messages: unknown[] = [];
  const currentMs = klineOpenTimeMs(interval, toMs);
  let openMs = klineOpenTimeMs(interval, fromMs);
  for (let sent = 0; openMs < currentMs && sent < MAX_CATCH_UP; sent++) {
    messages.push(view(listing, interval, klines.at(interval, openMs, toMs), true, toMs));
    openMs = nextKlineOpenTimeMs(interval, openMs);
  }
  if (messages.length > 0 || toMs - state.lastKlineMs >= KLINE_EVERY_MS) {
    state.lastKlineMs = toMs;
    messages.push(view(listing, interval, klines.at(interval, currentMs, toMs), false, toMs));
  }
  return messages;
}

function markPriceMessages(
  venue: Venue,
  stream: Extract<MarketStream, { kind: 'markPrice' }>,
  fromMs: number,
  toMs: number,
): unknown[] {
  if (!crossed(stream.everyMs, fromMs, toMs)) return [];
  const rows = symbolsOf(venue, stream.symbol).map((symbol) => markPriceEvent(venue, symbol, toMs));
  return stream.symbol === undefined ? [rows] : rows;
}

/** Each symbol's day, once a second; all of them as one list. */
function tickerMessages(
  venue: Venue,
  stream: Extract<MarketStream, { kind: 'ticker' | 'miniTicker' }>,
  fromMs: number,
  toMs: number,
): unknown[] {
  if (!crossed(1000, fromMs, toMs)) return [];
  const view = stream.kind === 'ticker' ? tickerEvent : miniTickerEvent;
  const rows = symbolsOf(venue, stream.symbol).map((symbol) => view(venue.listings.get(symbol)!, toMs));
  return stream.symbol === undefined ? [rows] : rows;
}

/** A symbol is announced when its status changes. */
function contractMessages(venue: Venue, state: StreamState, toMs: number): unknown[] {
  const known = state.statuses;
  state.statuses = new Map([...venue.listings].map(([symbol, { filters }]) => [symbol, filters.status]));
  if (known === undefined) return [];
  return [...venue.listings.values()]
    .filter(({ market, filters }) => known.get(market.spec.symbol) !== filters.status)
    .map((listing) => contractInfoEvent(listing, toMs));
}

function depthMessages(
  venue: Venue,
  stream: Extract<MarketStream, { kind: 'depth' }>,
  state: StreamState,
  toMs: number,
): unknown[] {
  const listing = venue.listings.get(stream.symbol);
  if (listing === undefined) return [];
  const book = venue.book(stream.symbol, toMs);
  if (book.epoch === state.lastBook?.epoch || toMs - state.lastDepthMs < stream.everyMs) return [];
  const previous = state.lastBook;
  const previousEpoch = previous?.epoch ?? book.epoch - 1;
  state.lastBook = { epoch: book.epoch, bids: [...book.bids], asks: [...book.asks] };
  state.lastDepthMs = toMs;
  if (stream.levels !== undefined) return [depthEvent(listing, book, stream.levels, previousEpoch, toMs)];
  return [depthEvent(listing, difference(previous, book), 2 * BOOK_LEVELS, previousEpoch, toMs)];
}

/** The new levels, and a zero for each level that is gone. */
function difference(previous: Book | undefined, book: Book): Book {
  const side = (before: Book['bids'], now: Book['bids']) => {
    const present = new Set(now.map((level) => level.priceTicks));
    const gone = before.filter((level) => level.steps > 0 && !present.has(level.priceTicks));
    return [...now, ...gone.map((level) => ({ priceTicks: level.priceTicks, steps: 0 }))];
  };
  return {
    epoch: book.epoch,
    bids: side(previous?.bids ?? [], book.bids),
    asks: side(previous?.asks ?? [], book.asks),
  };
}

/** The trades of each second that is over. */
function aggTradeMessages(venue: Venue, symbol: string, fromMs: number, toMs: number): unknown[] {
  const listing = venue.listings.get(symbol);
  if (listing === undefined) return [];
  const lastSecond = Math.floor(toMs / 1000) - 1;
  const firstSecond = Math.max(Math.floor(fromMs / 1000), lastSecond - MAX_CATCH_UP);
  const messages: unknown[] = [];
  for (let second = firstSecond; second <= lastSecond; second++) {
    const trade = aggregateTradeOf(listing.market, second);
    if (trade !== undefined) messages.push(aggTradeEvent(listing, trade, toMs));
  }
  return messages;
}

function forceOrderMessages(
  venue: Venue,
  symbol: string | undefined,
  fromMs: number,
  toMs: number,
): unknown[] {
  const messages: unknown[] = [];
  const firstMs = Math.max(fromMs, toMs - MAX_CATCH_UP * 1000);
  for (let at = (Math.floor(firstMs / 1000) + 1) * 1000; at <= toMs; at += 1000) {
    for (const name of symbolsOf(venue, symbol)) {
      const listing = venue.listings.get(name)!;
      const liquidation = liquidationAt(listing.market, at);
      if (liquidation !== undefined) messages.push(forceOrderEvent(listing, liquidation));
    }
  }
  return messages;
}

function symbolsOf(venue: Venue, symbol: string | undefined): string[] {
  if (symbol === undefined) return [...venue.listings.keys()];
  return venue.listings.has(symbol) ? [symbol] : [];
}

function crossed(everyMs: number, fromMs: number, toMs: number): boolean {
  return Math.floor(fromMs / everyMs) !== Math.floor(toMs / everyMs);
}
