/**
 * How others are positioned: open interest, long/short ratios and taker flow, smooth functions of time and
 * symbol.
 */
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import { mix, normal } from '../random';
import type { Market } from './market';

/** A value that drifts between seeded knots `knotMs` apart, of mean 0 and standard deviation about 1. */
export function drift(hash: number, timeMs: number, knotMs: number): number {
  const position = timeMs / knotMs;
  const knot = Math.floor(position);
  const share = position - knot;
  return normal(hash, knot) * (1 - share) + normal(hash, knot + 1) * share;
}

/** Open interest in base asset. */
export function openInterestAt(market: Market, timeMs: number): number {
  const typical = (market.spec.minuteTurnoverUsd * 500) / market.spec.anchorPrice;
  const slow = drift(mix(market.hash, 0x01), timeMs, 21 * 24 * HOUR_MS);
  const fast = drift(mix(market.hash, 0x02), timeMs, 2 * HOUR_MS);
  return typical * Math.max(0.2, 1 + 0.18 * slow + 0.02 * fast);
}

export type RatioKind = 'global' | 'topAccounts' | 'topPositions';

/** Share of accounts or positions that are long, 0..1; leans with the basis. */
export function longShareAt(market: Market, kind: RatioKind, timeMs: number): number {
  const salt = { global: 0x11, topAccounts: 0x12, topPositions: 0x13 }[kind];
  const own = drift(mix(market.hash, salt), timeMs, 6 * HOUR_MS);
  const share = 0.53 + 0.035 * own + 40 * market.basis.at(timeMs);
  return Math.max(0.25, Math.min(0.8, share));
}

/** Taker buy and sell volume, in base asset, of the period that ends at `endMs`. */
export function takerVolumes(market: Market, endMs: number, periodMs: number): { buy: number; sell: number } {
  let buy = 0;
  let sell = 0;
  for (let at = endMs - periodMs; at < endMs; at += MINUTE_MS) {
    const bar = market.minute(at);
    buy += bar.takerBuyVolume;
    sell += bar.volume - bar.takerBuyVolume;
  }
  return { buy: buy / market.stepsPerUnit, sell: sell / market.stepsPerUnit };
}
