/** Market data as the REST endpoints show it. */
import type {
  BookTicker,
  Depth,
  FundingRate,
  Kline,
  LongShortRatio,
  MarkPrice,
  OpenInterest,
  PriceLevel,
} from '../../port/market-data';
import {
  decimal,
  decimalOf,
  fields,
  id,
  integer,
  list,
  optionalText,
  text,
  timeMs,
  Unreadable,
} from '../../transport/fields';

/** A row of twelve columns; the last one is unused by the venue. */
export function parseKline(body: unknown): Kline {
  const row = list(body);
  if (row.length < 11) throw new Unreadable(`a kline has ${row.length} columns`);
  const at = Object.fromEntries(row.entries());
  return {
    openTimeMs: timeMs(at, '0'),
    closeTimeMs: timeMs(at, '6'),
    open: decimal(at, '1'),
    high: decimal(at, '2'),
    low: decimal(at, '3'),
    close: decimal(at, '4'),
    volume: decimal(at, '5'),
    quoteVolume: decimal(at, '7'),
    takerBuyVolume: decimal(at, '9'),
    tradeCount: integer(at, '8'),
  };
}

export function parseFundingRate(body: unknown): FundingRate {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    timeMs: timeMs(from, 'fundingTime'),
    rate: decimal(from, 'fundingRate'),
    markPrice: optionalText(from, 'markPrice'),
  };
}

export function parseOpenInterest(body: unknown): OpenInterest {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    timeMs: timeMs(from, 'timestamp'),
    quantity: decimal(from, 'sumOpenInterest'),
    valueUsd: decimal(from, 'sumOpenInterestValue'),
  };
}

export function parseLongShortRatio(body: unknown): LongShortRatio {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    timeMs: timeMs(from, 'timestamp'),
    ratio: decimal(from, 'longShortRatio'),
    longShare: decimal(from, 'longAccount'),
    shortShare: decimal(from, 'shortAccount'),
  };
}

export function parseBookTicker(body: unknown): BookTicker {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    bidPrice: decimal(from, 'bidPrice'),
    bidQuantity: decimal(from, 'bidQty'),
    askPrice: decimal(from, 'askPrice'),
    askQuantity: decimal(from, 'askQty'),
    timeMs: timeMs(from, 'time'),
  };
}

export function parseDepth(symbol: string, body: unknown): Depth {
  const from = fields(body);
  return {
    symbol,
    lastUpdateId: id(from, 'lastUpdateId'),
    bids: parseLevels(from['bids']),
    asks: parseLevels(from['asks']),
    timeMs: timeMs(from, 'T'),
  };
}

export function parseLevels(value: unknown): readonly PriceLevel[] {
  return list(value).map((level) => {
    const [price, quantity] = list(level);
    return { price: decimalOf(price, 'price'), quantity: decimalOf(quantity, 'quantity') };
  });
}

export function parseMarkPrice(body: unknown): MarkPrice {
  const from = fields(body);
  return {
    symbol: text(from, 'symbol'),
    markPrice: decimal(from, 'markPrice'),
    indexPrice: decimal(from, 'indexPrice'),
    fundingRate: decimal(from, 'lastFundingRate'),
    nextFundingTimeMs: timeMs(from, 'nextFundingTime'),
    timeMs: timeMs(from, 'time'),
  };
}
