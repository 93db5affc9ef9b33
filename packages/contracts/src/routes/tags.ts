/**
 * The groups that routes stand in, and what each is about. A description of a service lists those that it
 * uses.
 */
export const ROUTE_TAGS: Readonly<Record<string, string>> = {
  backfill: 'Filling history: jobs, their progress and quarantined jobs',
  bots: 'Bots: configuration, lifecycle, quarantine, what they did',
  data: 'What the data service holds and how fresh it is',
  deploys: 'Green/blue deploys of bots',
  experiments: 'Many trials of a strategy, and what distinguishes luck from skill',
  latch: 'The halt latch and what engages and clears it',
  limits: 'Limits of the breakers',
  live: 'Live events: the WebSocket and access to the bus',
  market: 'Candles',
  operator: 'Commands of an operator at the executor',
  ops: 'Health, readiness, metrics, configuration, alerts',
  overlays: 'What overlays decided about signals',
  portfolio: 'Equity, exposure, positions and performance of live trading',
  positions: 'Positions as the executor knows them',
  reads: 'State and history of the breakers',
  risk: 'Risk commands, forwarded to the risk service with an audit row each',
  runs: 'Backtests and live runs: reports, roundtrips, equity',
  'service deploys': 'Deploys of services',
  sources: 'Data sources and their freshness',
  strategies: 'The strategy registry with the schema of each strategy',
  test: 'For end-to-end tests only',
  warmup: 'History that a bot asks for before it decides',
};
