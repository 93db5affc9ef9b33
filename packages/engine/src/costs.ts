/** What a fill costs, in one place. A run may override either figure. */

/** Entry-tier taker fee per fill. */
export const TAKER_FEE_BPS = 4;

const SLIPPAGE_BPS: Readonly<Record<string, number>> = { BTCUSDT: 1, ETHUSDT: 1.5, SOLUSDT: 3 };
const OTHER_SLIPPAGE_BPS = 5;

/** How far a market order of ours is expected to fill from the price it aims at. */
export function slippageBps(symbol: string): number {
  return SLIPPAGE_BPS[symbol] ?? OTHER_SLIPPAGE_BPS;
}

/** Where the slippage of a run comes from: our estimate for the symbol, what is assumed without one, or the caller. */
export const SLIPPAGE_SOURCES = ['estimate', 'default', 'given', 'given_below_estimate'] as const;
export type SlippageSource = (typeof SLIPPAGE_SOURCES)[number];

export function slippageSource(symbol: string, bps: number): SlippageSource {
  const usual = slippageBps(symbol);
  if (bps === usual) return Object.hasOwn(SLIPPAGE_BPS, symbol) ? 'estimate' : 'default';
  return bps > usual ? 'given' : 'given_below_estimate';
}
