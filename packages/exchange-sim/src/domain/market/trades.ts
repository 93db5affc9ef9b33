/**
 * The public trades of a market, made from its minutes: a minute has up to a thousand ids of its own, its
 * volume is spread over as many trades as it counts, and the same id always means the same trade.
 */
import { MINUTE_MS } from '@platform/core';
import { mix, unit } from '../random';
import type { Market } from './market';

const IDS_PER_MINUTE = 1000;

export interface MarketTrade {
  readonly id: number;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly steps: number;
  readonly buyerIsMaker: boolean;
}

/** Trades of one second together. */
export interface AggregateTrade extends MarketTrade {
  readonly firstId: number;
  readonly lastId: number;
}

export function tradesOf(volume: number): number {
  return volume === 0 ? 0 : 20 + (volume % 977);
}

export function firstTradeId(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * IDS_PER_MINUTE;
}

/** The newest trade up to this moment. */
export function lastTradeId(market: Market, timeMs: number): number {
  const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  const trades = tradesOf(market.minute(minuteMs).volume);
  return firstTradeId(timeMs) + tradesSoFar(trades, timeMs - minuteMs) - 1;
}

/** The last trade of the minute that this moment lies in, once the minute is over. */
export function lastTradeIdOfMinute(market: Market, timeMs: number): number {
  const minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  return firstTradeId(timeMs) + tradesOf(market.minute(minuteMs).volume) - 1;
}

/** At least one, and never fewer than a moment ago. */
export function tradesSoFar(trades: number, intoMinuteMs: number): number {
  return Math.max(Math.min(1, trades), Math.floor((trades * intoMinuteMs) / MINUTE_MS));
}

/** The trade of this id; undefined when the minute had fewer. */
export function tradeOf(market: Market, id: number): MarketTrade | undefined {
  const minuteMs = Math.floor(id / IDS_PER_MINUTE) * MINUTE_MS;
  const bar = market.minute(minuteMs);
  const place = id % IDS_PER_MINUTE;
  const trades = tradesOf(bar.volume);
  if (place >= trades) return undefined;
  const timeMs = minuteMs + Math.floor((place * MINUTE_MS) / trades);
  const steps = Math.floor(bar.volume / trades) + (place < bar.volume % trades ? 1 : 0);
  return {
    id,
    timeMs,
    priceTicks: Math.round(market.ticksAt(timeMs)),
    steps: Math.max(1, steps),
    buyerIsMaker: unit(mix(market.hash, 0x7ade), id) >= bar.takerBuyVolume / bar.volume,
  };
}

/** The newest trades up to an id, oldest first. */
export function tradesUpTo(market: Market, lastId: number, count: number): MarketTrade[] {
  const found: MarketTrade[] = [];
  for (let id = lastId; found.length < count && id > lastId - 4 * IDS_PER_MINUTE - 10 * count; id--) {
    const trade = tradeOf(market, id);
    if (trade !== undefined) found.unshift(trade);
  }
  return found;
}

/** What traded in this second, by its number since 1970; undefined when nothing did. */
export function aggregateTradeOf(market: Market, second: number): AggregateTrade | undefined {
  const startMs = second * 1000;
  const minuteMs = Math.floor(startMs / MINUTE_MS) * MINUTE_MS;
  const trades = tradesOf(market.minute(minuteMs).volume);
  const place = (ms: number) => Math.ceil(((ms - minuteMs) * trades) / MINUTE_MS);
  const firstId = firstTradeId(startMs) + place(startMs);
  const lastId = firstTradeId(startMs) + place(startMs + 1000) - 1;
  const parts: MarketTrade[] = [];
  for (let id = firstId; id <= lastId; id++) {
    const trade = tradeOf(market, id);
    if (trade !== undefined) parts.push(trade);
  }
  const first = parts[0];
  if (first === undefined) return undefined;
  const steps = parts.reduce((sum, part) => sum + part.steps, 0);
  return { ...first, id: second, steps, firstId, lastId };
}
