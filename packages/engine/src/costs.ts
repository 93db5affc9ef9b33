/** What a fill costs, in one place. A run may override either figure. */
import type { SlippageSource } from '@platform/contracts';

/** Entry-tier taker fee per fill. */
export const TAKER_FEE_BPS = 4;

const SLIPPAGE_BPS: Readonly<Record<string, number>> = { BTCUSDT: 1, ETHUSDT: 1.5, SOLUSDT: 3 };
const OTHER_SLIPPAGE_BPS = 5;

/** How far a market order of ours is expected to fill from the price it aims at. */
export function slippageBps(symbol: string): number {
  return SLIPPAGE_BPS[symbol] ?? OTHER_SLIPPAGE_BPS;
}

export function slippageSource(symbol: string, bps: number): SlippageSource {
  const usual = slippageBps(symbol);
  if (bps === usual) return Object.hasOwn(SLIPPAGE_BPS, symbol) ? 'estimate' : 'default';
  return bps > usual ? 'given' : 'given_below_estimate';
}
