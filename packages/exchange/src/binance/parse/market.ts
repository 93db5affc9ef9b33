/** Market data as the REST endpoints show it. */
import type { Kline } from '@platform/contracts';
import type {
  BookTicker,
  Depth,
  FundingRate,
  LongShortRatio,
  MarkPrice,
  OpenInterest,
  PriceLevel,
} from '../../port/market-data';
import {
  decimal,
  decimalOf,
  type Fields,
  fields,
  finite,
  id,
  integer,
  list,
  optionalText,
  text,
  timeMs,
  Unreadable,
} from '../../transport/fields';

/** Where each field of a bar is found. */
type KlinePlaces = Readonly<Record<keyof Kline, string>>;

const COLUMNS: KlinePlaces = {
  open_time: '0',
  open: '1',
  high: '2',
  low: '3',
  close: '4',
  volume: '5',
  quote_volume: '7',
  trades: '8',
  taker_buy_volume: '9',
};

/** A row of twelve columns; the last one is unused by the venue. */
export function parseKline(body: unknown): Kline {
  const row = list(body);
  if (row.length < 11) throw new Unreadable(`a kline has ${row.length} columns`);
  return klineAt(Object.fromEntries(row.entries()), COLUMNS);
}

/** Prices become doubles here, once. */
export function klineAt(from: Fields, at: KlinePlaces): Kline {
  return {
    open_time: timeMs(from, at.open_time),
    open: finite(from, at.open),
    high: finite(from, at.high),
    low: finite(from, at.low),
    close: finite(from, at.close),
    volume: finite(from, at.volume),
    quote_volume: finite(from, at.quote_volume),
    trades: integer(from, at.trades),
    taker_buy_volume: finite(from, at.taker_buy_volume),
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
