/**
 * The synthetic order book at an instant: a spread of one tick around the market price and levels whose sizes
 * are seeded per quarter second. What accounts take from it stays taken until the next quarter second.
 */

import type { Market } from './market/market';
import { mix, unit } from './random';

export const BOOK_EPOCH_MS = 250;
export const BOOK_LEVELS = 100;

export interface BookLevel {
  readonly priceTicks: number;
  /** Quantity in whole steps. */
  steps: number;
}

export interface Book {
  readonly epoch: number;
  readonly bids: BookLevel[];
  readonly asks: BookLevel[];
}

/** `liquidity` scales every level; 1 is a healthy market. The first levels are the same at any depth. */
export function buildBook(market: Market, timeMs: number, liquidity: number, depth = BOOK_LEVELS): Book {
  const epoch = Math.floor(timeMs / BOOK_EPOCH_MS);
  const bestBid = Math.max(1, Math.floor(market.ticksAt(timeMs) - 0.5));
  const hash = mix(mix(market.hash, 0xb00c), epoch);
  const price = market.spec.anchorPrice;
  const typicalSteps = ((market.spec.minuteTurnoverUsd / 60) * market.stepsPerUnit * liquidity) / price;
  const bids: BookLevel[] = [];
  const asks: BookLevel[] = [];
  for (let level = 0; level < depth; level++) {
    const size = typicalSteps * (1 + level * 0.15);
    const offset = level + Math.floor((level * level) / 40);
    const bidSteps = Math.max(1, Math.round(size * (0.4 + 1.2 * unit(hash, 2 * level))));
    const askSteps = Math.max(1, Math.round(size * (0.4 + 1.2 * unit(hash, 2 * level + 1))));
    if (bestBid - offset >= 1) bids.push({ priceTicks: bestBid - offset, steps: bidSteps });
    asks.push({ priceTicks: bestBid + 1 + offset, steps: askSteps });
  }
  return { epoch, bids, asks };
}
