/** Other people's liquidations: rare in calm minutes, frequent when a minute moves far, against the move. */
import { MINUTE_MS } from '@platform/core';
import { mix, unit } from '../random';
import type { Market } from './market';

export interface MarketLiquidation {
  readonly symbol: string;
  readonly timeMs: number;
  readonly side: 'BUY' | 'SELL';
  readonly priceTicks: number;
  readonly quantitySteps: number;
}

/** The liquidation of this second, if there was one. */
export function liquidationAt(market: Market, secondMs: number): MarketLiquidation | undefined {
  const minuteMs = Math.floor(secondMs / MINUTE_MS) * MINUTE_MS;
  const bar = market.minute(minuteMs);
  const move = bar.close / bar.open - 1;
  const hash = mix(mix(market.hash, 0x11d), secondMs / 1000);
  const chance = 0.002 + Math.min(0.3, Math.abs(move) * 40);
  if (unit(hash, 1) >= chance) return undefined;
  const share = 0.002 + 0.02 * unit(hash, 2);
  return {
    symbol: market.spec.symbol,
    timeMs: secondMs,
    side: move < 0 ? 'SELL' : 'BUY',
    priceTicks: Math.round(market.ticksAt(secondMs)),
    quantitySteps: Math.max(1, Math.round(bar.volume * share)),
  };
}
