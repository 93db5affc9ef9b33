/** Breakers, their outcomes and the scopes of a flatten. */

export const BREAKERS = ['drawdown', 'connectivity', 'vpin', 'macro', 'correlation'] as const;
export type Breaker = (typeof BREAKERS)[number];

/** degraded: the breaker has no data to judge by and does nothing. */
export const BREAKER_STATUSES = ['ok', 'degraded', 'tripped'] as const;
export type BreakerStatus = (typeof BREAKER_STATUSES)[number];

export const BREAKER_OUTCOMES = ['None', 'PauseBots', 'Flatten'] as const;
export type BreakerOutcome = (typeof BREAKER_OUTCOMES)[number];

/** What a flatten covers: everything, one bot, one symbol, or one cluster of bots. */
export type FlattenScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'bot'; readonly botId: string }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'cluster'; readonly clusterId: string };
