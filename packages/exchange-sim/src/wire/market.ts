/** Market data as the venue prints it: klines, tickers, depth, premium index, and the streams of the same. */
import type { Book } from '../domain/book';
import type { Kline } from '../domain/market/klines';
import type { MarketLiquidation } from '../domain/market/liquidations';
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

export function klineEvent(
  listing: Listing,
  interval: string,
  kline: Kline,
  closed: boolean,
  eventMs: number,
) {
  const symbol = listing.market.spec.symbol;
  const firstTrade = Math.floor(kline.openTimeMs / 100);
  return {
    e: 'kline',
    E: eventMs,
    s: symbol,
    k: {
      t: kline.openTimeMs,
      T: kline.closeTimeMs,
      s: symbol,
      i: interval,
      f: firstTrade,
      L: firstTrade + kline.trades,
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
    markPrice: market.priceAt(timeMs).toFixed(8),
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
    firstId: Math.floor(startMs / 100),
    lastId: Math.floor(nowMs / 100),
    count: klines.reduce((sum, kline) => sum + kline.trades, 0),
  };
}

export function aggTradeEvent(listing: Listing, timeMs: number) {
  const bar = listing.market.minute(Math.floor(timeMs / 60_000) * 60_000);
  const buyer = listing.market.basis.at(timeMs) > 0;
  const id = Math.floor(timeMs / 100);
  return {
    e: 'aggTrade',
    E: timeMs,
    s: listing.market.spec.symbol,
    a: id,
    p: price(listing, Math.round(listing.market.ticksAt(timeMs))),
    q: quantity(listing, Math.max(1, Math.floor(bar.volume / 60))),
    nq: quantity(listing, Math.max(1, Math.floor(bar.volume / 60))),
    f: id,
    l: id,
    T: timeMs,
    m: !buyer,
    st: 1,
  };
}
