/** What the data service ingests and hands out. */

export const DATASET_KINDS = [
  'spot_klines',
  'perp_klines',
  'funding_rates',
  'open_interest',
  'long_short_ratio',
  'fear_greed',
  'macro',
  'liquidations',
] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];

/** In the order in which a history is fetched. */
export const BACKFILL_SOURCES = [
  'klines',
  'funding',
  'open_interest',
  'metrics',
  'sentiment',
  'macro',
  'gex',
] as const;
export type BackfillSource = (typeof BACKFILL_SOURCES)[number];

/** Backfill jobs: running and cancelled are the contract's words, the other two follow. */
export const BACKFILL_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;
export type BackfillStatus = (typeof BACKFILL_STATUSES)[number];

/** Over which the exchange computes open interest and long/short ratios. */
export const STATISTICS_PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;
