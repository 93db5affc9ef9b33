/** Frames of the market streams. Sequence numbers come along for the check of what is missing. */
import { isTimeframe, type Timeframe } from '@platform/core';
import type { MarketEvent } from '../../port/streams';
import {
  decimal,
  type Fields,
  fields,
  flag,
  id,
  preview,
  text,
  timeMs,
  Unreadable,
} from '../../transport/fields';
import { klineAt, parseLevels } from './market';
import { side } from './words';

export interface DepthSequence {
  readonly previous: string;
  readonly last: string;
}

export interface MarketFrame {
  readonly event: MarketEvent;
  readonly depthSequence?: DepthSequence;
}

/** Undefined for what belongs to another market. */
export function parseMarketFrame(body: unknown, market: 'spot' | 'perp'): MarketFrame | undefined {
  const from = fields(body);
  switch (from['e']) {
    case 'kline':
      return { event: klineEvent(from, market) };
    case 'bookTicker':
      return { event: bookTickerEvent(from) };
    case 'depthUpdate':
      return depthFrame(from);
    case 'markPriceUpdate':
      return { event: markPriceEvent(from) };
    case 'forceOrder':
      return isCoinMargined(from) ? undefined : { event: liquidationEvent(from) };
    default:
      throw new Unreadable(`an unknown market event ${preview(from['e'])}`);
  }
}

const KEYS = {
  open_time: 't',
  open: 'o',
  high: 'h',
  low: 'l',
  close: 'c',
  volume: 'v',
  quote_volume: 'q',
  trades: 'n',
  taker_buy_volume: 'V',
} as const;

function klineEvent(from: Fields, market: 'spot' | 'perp'): MarketEvent {
  const k = fields(from['k']);
  return {
    kind: 'kline',
    market,
    symbol: text(k, 's'),
    timeframe: timeframe(text(k, 'i')),
    isClosed: flag(k, 'x'),
    kline: klineAt(k, KEYS),
  };
}

function timeframe(word: string): Timeframe {
  if (!isTimeframe(word)) throw new Unreadable(`an unknown time frame ${word}`);
  return word;
}

function bookTickerEvent(from: Fields): MarketEvent {
  return {
    kind: 'book_ticker',
    ticker: {
      symbol: text(from, 's'),
      bidPrice: decimal(from, 'b'),
      bidQuantity: decimal(from, 'B'),
      askPrice: decimal(from, 'a'),
      askQuantity: decimal(from, 'A'),
      timeMs: timeMs(from, 'T'),
    },
  };
}

function depthFrame(from: Fields): MarketFrame {
  return {
    event: {
      kind: 'depth',
      symbol: text(from, 's'),
      bids: parseLevels(from['b']),
      asks: parseLevels(from['a']),
      timeMs: timeMs(from, 'T'),
    },
    depthSequence: { previous: id(from, 'pu'), last: id(from, 'u') },
  };
}

function markPriceEvent(from: Fields): MarketEvent {
  return {
    kind: 'mark_price',
    mark: {
      symbol: text(from, 's'),
      markPrice: decimal(from, 'p'),
      indexPrice: decimal(from, 'i'),
      fundingRate: decimal(from, 'r'),
      nextFundingTimeMs: timeMs(from, 'T'),
      timeMs: timeMs(from, 'E'),
    },
  };
}

/**
 * The stream of all liquidations carries those of coin-margined contracts too, whose quantities are not
 * coins.
 */
function isCoinMargined(from: Fields): boolean {
  return text(fields(from['o']), 's').includes('USD_');
}

function liquidationEvent(from: Fields): MarketEvent {
  const o = fields(from['o']);
  return {
    kind: 'liquidation',
    liquidation: {
      symbol: text(o, 's'),
      side: side(o, 'S'),
      price: decimal(o, 'ap'),
      quantity: decimal(o, 'z'),
      timeMs: timeMs(o, 'T'),
    },
  };
}
