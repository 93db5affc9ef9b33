/** Market data as the venue prints it: klines, tickers, depth, premium index, and the streams of the same. */
import type { Book } from '../domain/book';
import type { Kline } from '../domain/market/klines';
import type { MarketLiquidation } from '../domain/market/liquidations';
import {
  type AggregateTrade,
  firstTradeId,
  lastTradeId,
  lastTradeIdOfMinute,
  type MarketTrade,
} from '../domain/market/trades';
import type { Listing, Venue } from '../domain/trading/venue';

export function price(listing: Listing, ticks: number): string {
  const { market } = listing;
  return (ticks / market.ticksPerUnit).toFixed(market.spec.priceDecimals);
}

export function quantity(listing: Listing, steps: number): string {
  const { market } = listing;
  return (steps / market.stepsPerUnit).toFixed(market.spec.quantityDecimals);
}

function turnover(listing: Listing, ticksTimesSteps: number): string {
  const { market } = listing;
  return (ticksTimesSteps / market.ticksPerUnit / market.stepsPerUnit).toFixed(5);
}

export function klineRow(listing: Listing, kline: Kline): unknown[] {
  return [
    kline.openTimeMs,
    price(listing, kline.open),
    price(listing, kline.high),
    price(listing, kline.low),
    price(listing, kline.close),
    quantity(listing, kline.volume),
    kline.closeTimeMs,
    turnover(listing, kline.turnover),
    kline.trades,
    quantity(listing, kline.takerBuyVolume),
    turnover(listing, kline.takerBuyTurnover),
    '0',
  ];
}

/** Mark, index and premium klines: prices to eight digits, no volume, and how many seconds were looked at. */
export function priceKlineRow(scale: number, kline: Kline): unknown[] {
  const text = (value: number) => (value / scale).toFixed(8);
  const { openTimeMs, open, high, low, close, closeTimeMs } = kline;
  const looks = Math.max(1, kline.trades);
  const prices = [text(open), text(high), text(low), text(close)];
  return [openTimeMs, ...prices, '0', closeTimeMs, '0', looks, '0', '0', '0'];
}

export function klineEvent(
  listing: Listing,
  interval: string,
  kline: Kline,
  closed: boolean,
  eventMs: number,
) {
  const symbol = listing.market.spec.symbol;
  const lastTrade = closed
    ? lastTradeIdOfMinute(listing.market, kline.closeTimeMs)
    : lastTradeId(listing.market, eventMs);
  return {
    e: 'kline',
    E: eventMs,
    s: symbol,
    k: {
      t: kline.openTimeMs,
      T: kline.closeTimeMs,
      s: symbol,
      i: interval,
      f: firstTradeId(kline.openTimeMs),
      L: lastTrade,
      o: price(listing, kline.open),
      c: price(listing, kline.close),
      h: price(listing, kline.high),
      l: price(listing, kline.low),
      v: quantity(listing, kline.volume),
      n: kline.trades,
      x: closed,
      q: turnover(listing, kline.turnover),
      V: quantity(listing, kline.takerBuyVolume),
      Q: turnover(listing, kline.takerBuyTurnover),
      B: '0',
    },
  };
}

export function bookTickerView(listing: Listing, book: Book, timeMs: number) {
  const bid = book.bids[0]!;
  const ask = book.asks[0]!;
  return {
    symbol: listing.market.spec.symbol,
    bidPrice: price(listing, bid.priceTicks),
    bidQty: quantity(listing, bid.steps),
    askPrice: price(listing, ask.priceTicks),
    askQty: quantity(listing, ask.steps),
    time: timeMs,
    lastUpdateId: book.epoch,
  };
}

export function bookTickerEvent(listing: Listing, book: Book, timeMs: number) {
  const view = bookTickerView(listing, book, timeMs);
  return {
    e: 'bookTicker',
    u: book.epoch,
    E: timeMs,
    T: timeMs,
    s: view.symbol,
    b: view.bidPrice,
    B: view.bidQty,
    a: view.askPrice,
    A: view.askQty,
    st: 1,
    ps: view.symbol,
  };
}

export function depthView(listing: Listing, book: Book, levels: number, timeMs: number) {
  return {
    lastUpdateId: book.epoch,
    E: timeMs,
    T: timeMs,
    bids: levelRows(listing, book.bids, levels),
    asks: levelRows(listing, book.asks, levels),
  };
}

export function depthEvent(
  listing: Listing,
  book: Book,
  levels: number,
  previousEpoch: number,
  timeMs: number,
) {
  return {
    e: 'depthUpdate',
    E: timeMs,
    T: timeMs,
    s: listing.market.spec.symbol,
    U: previousEpoch + 1,
    u: book.epoch,
    pu: previousEpoch,
    b: levelRows(listing, book.bids, levels),
    a: levelRows(listing, book.asks, levels),
    st: 1,
    ps: listing.market.spec.symbol,
  };
}

function levelRows(listing: Listing, levels: Book['bids'], count: number): string[][] {
  return levels
    .slice(0, count)
    .map((level) => [price(listing, level.priceTicks), quantity(listing, level.steps)]);
}

export function premiumIndexView(venue: Venue, symbol: string, timeMs: number) {
  const { market } = venue.listings.get(symbol)!;
  const nextFundingTime = venue.nextFundingTimeMs(timeMs);
  return {
    symbol,
    markPrice: market.markPriceAt(timeMs).toFixed(8),
    indexPrice: market.indexPriceAt(timeMs).toFixed(8),
    estimatedSettlePrice: market.indexPriceAt(timeMs).toFixed(8),
    lastFundingRate: venue.fundingRate(symbol, nextFundingTime).toFixed(8),
    interestRate: '0.00010000',
    nextFundingTime,
    time: timeMs,
  };
}

export function markPriceEvent(venue: Venue, symbol: string, timeMs: number) {
  const view = premiumIndexView(venue, symbol, timeMs);
  return {
    e: 'markPriceUpdate',
    E: timeMs,
    s: symbol,
    p: view.markPrice,
    ap: view.markPrice,
    i: view.indexPrice,
    P: view.estimatedSettlePrice,
    r: view.lastFundingRate,
    T: view.nextFundingTime,
    st: 1,
  };
}

export function forceOrderEvent(listing: Listing, liquidation: MarketLiquidation) {
  const at = price(listing, liquidation.priceTicks);
  const size = quantity(listing, liquidation.quantitySteps);
  return {
    e: 'forceOrder',
    E: liquidation.timeMs,
    o: {
      s: liquidation.symbol,
      S: liquidation.side,
      o: 'LIMIT',
      f: 'IOC',
      q: size,
      p: at,
      ap: at,
      X: 'FILLED',
      l: size,
      z: size,
      T: liquidation.timeMs,
    },
    st: 1,
    ps: liquidation.symbol,
  };
}

/** A day's summary from the last 1,440 minutes. */
export function dayTickerView(listing: Listing, nowMs: number) {
  const dayMs = 86_400_000;
  const startMs = Math.floor((nowMs - dayMs) / 60_000) * 60_000;
  const klines = listing.perp.range('1h', startMs, undefined, 25, nowMs);
  const first = klines[0]!;
  const last = klines.at(-1)!;
  const volume = klines.reduce((sum, kline) => sum + kline.volume, 0);
  const traded = klines.reduce((sum, kline) => sum + kline.turnover, 0);
  const change = last.close - first.open;
  return {
    symbol: listing.market.spec.symbol,
    priceChange: price(listing, change),
    priceChangePercent: ((change / first.open) * 100).toFixed(3),
    weightedAvgPrice: price(listing, traded / volume),
    lastPrice: price(listing, last.close),
    lastQty: quantity(listing, 1),
    openPrice: price(listing, first.open),
    highPrice: price(listing, Math.max(...klines.map((kline) => kline.high))),
    lowPrice: price(listing, Math.min(...klines.map((kline) => kline.low))),
    volume: quantity(listing, volume),
    quoteVolume: turnover(listing, traded),
    openTime: startMs,
    closeTime: nowMs,
    firstId: firstTradeId(startMs),
    lastId: lastTradeId(listing.market, nowMs),
    count: klines.reduce((sum, kline) => sum + kline.trades, 0),
  };
}

export function aggTradeRow(listing: Listing, trade: AggregateTrade) {
  const size = quantity(listing, trade.steps);
  return {
    a: trade.id,
    p: price(listing, trade.priceTicks),
    q: size,
    nq: size,
    f: trade.firstId,
    l: trade.lastId,
    T: trade.timeMs,
    m: trade.buyerIsMaker,
  };
}

export function aggTradeEvent(listing: Listing, trade: AggregateTrade, eventMs: number) {
  const row = aggTradeRow(listing, trade);
  return { e: 'aggTrade', E: eventMs, s: listing.market.spec.symbol, ...row, st: 1 };
}

export function tradeRow(listing: Listing, trade: MarketTrade) {
  return {
    id: trade.id,
    price: price(listing, trade.priceTicks),
    qty: quantity(listing, trade.steps),
    quoteQty: turnover(listing, trade.priceTicks * trade.steps),
    time: trade.timeMs,
    isBuyerMaker: trade.buyerIsMaker,
    isRPITrade: false,
  };
}
