/** Breakers, their outcomes and the scopes of a flatten. */

export const BREAKERS = ['drawdown', 'connectivity', 'vpin', 'macro', 'correlation'] as const;
export type Breaker = (typeof BREAKERS)[number];

/** degraded: the breaker has no data to judge by and does nothing. */
export const BREAKER_STATUSES = ['ok', 'degraded', 'tripped'] as const;
export type BreakerStatus = (typeof BREAKER_STATUSES)[number];

export const BREAKER_OUTCOMES = ['None', 'PauseBots', 'Flatten'] as const;
export type BreakerOutcome = (typeof BREAKER_OUTCOMES)[number];

/** Defaults that `risk.limits` overrides. Fractions are of 1, windows in seconds. */
export const BREAKER_DEFAULTS = {
  drawdown: { portfolioFlattenFraction: 0.2, botPauseFraction: 0.1 },
  connectivity: { pauseAfterSecs: 120, flattenAfterSecs: 300 },
  vpin: { pauseAbove: 0.7, flattenAbove: 0.9 },
  macro: { shockSigmas: 3 },
  correlation: { meanPairwiseAbove: 0.85, windowDays: 30 },
} as const;

/** What a flatten covers: everything, one bot, one symbol, or one cluster of bots. */
export type FlattenScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'bot'; readonly botId: string }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'cluster'; readonly clusterId: string };
