/** Typed out from the contract, not derived from the registry: the test beside compares the two. */

/** With symbol, time frame and bot filled in. */
export const SPEC_SUBJECTS = [
  'market.klines.exchange.spot.btcusdt.1h',
  'intents.executor',
  'risk.events.>',
  'trading.fills.BOT',
] as const;

export const SPEC_DURABLES = ['bot-BOT-btcusdt-1h-klines', 'executor-default', 'manager-risk'] as const;

export const SPEC_DB_CHANNELS = [
  'risk_halt_changed',
  'trading.data_events',
  'trading.order_intents',
  'trading.bot_commands',
] as const;

export const SPEC_DATA_EVENT_KINDS = [
  'KlineWritten',
  'SourceQuarantined',
  'SourceUnquarantined',
  'SourceFailure',
  'MacroWritten',
  'GexSnapshot',
] as const;

export const SPEC_BOT_EVENT_KINDS = [
  'IntentRejected',
  'ReconcileComplete',
  'ReconcileQuarantine',
  'BreakGlassInvoked',
  'FlattenStepComplete',
] as const;

export const SPEC_BREAK_GLASS_OUTCOMES = [
  'AuthFail',
  'StaleConfirm',
  'MalformedRequest',
  'Accepted',
] as const;

export const SPEC_WEBSOCKET_CHANNELS = [
  'risk_halt_changed',
  'breaker_state',
  'portfolio_state',
  'source_freshness',
  'backfill_jobs',
] as const;

export const SPEC_DATASET_KINDS = [
  'spot_klines',
  'perp_klines',
  'funding_rates',
  'open_interest',
  'long_short_ratio',
  'fear_greed',
  'macro',
  'liquidations',
] as const;

export const SPEC_BACKFILL_SOURCES = [
  'klines',
  'funding',
  'open_interest',
  'metrics',
  'sentiment',
  'macro',
  'gex',
] as const;

export const SPEC_INTENT_REJECTION_REASONS = [
  'max_notional_exceeded',
  'funding_guard_exceeded',
  'margin_sanity_exceeded',
  'sl_missing_or_invalid',
  'exchange_data_unavailable',
  'missing_strategy',
  'stale_fence',
  'no_lease',
] as const;

export const SPEC_BREAKERS = ['drawdown', 'connectivity', 'vpin', 'macro', 'correlation'] as const;

export const SPEC_RUN_KINDS = ['live', 'paper', 'backtest'] as const;
