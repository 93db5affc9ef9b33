/** Every table of the schema, by owner. A test compares the list with the live catalogue. */
import type { DB } from './schema.generated';

export type TableName = keyof DB;

export const MARKET_TABLES = [
  'market.klines',
  'market.kline_months',
  'market.funding_rates',
  'market.open_interest',
  'market.long_short_ratio',
  'market.fear_greed',
  'market.stablecoin_supply',
  'market.gex_snapshots',
  'market.liquidations',
  'market.macro_series',
  'market.source_state',
] as const;

export const TRADING_TABLES = [
  'trading.bot_configs',
  'trading.bot_events',
  'trading.bot_leases',
  'trading.bot_commands',
  'trading.commands_done',
  'trading.overlay_decisions',
  'trading.bar_decisions',
  'trading.bot_states',
  'trading.shadow_decisions',
  'trading.parity_audits',
  'trading.order_intents',
  'trading.orders',
  'trading.fills',
  'trading.positions',
  'trading.accounts',
  'trading.funding_payments',
  'trading.transfers',
  'trading.runs',
  'trading.trades',
  'trading.roundtrips',
  'trading.equity_points',
  'trading.performance_snapshots',
  'trading.experiments',
  'trading.experiment_chunks',
  'trading.tried_sets',
] as const;

export const RISK_TABLES = [
  'risk.risk_state',
  'risk.risk_events',
  'risk.risk_audit_log',
  'risk.breaker_state',
  'risk.limits',
  'risk.macro_calendar',
  'risk.bot_pauses',
] as const;

const OPS_TABLES = [
  'ops.migrations',
  'ops.audit_log',
  'ops.deploys',
  'ops.service_deploys',
  'ops.consumer_cursors',
  'ops.outbox',
  'ops.source_commands',
  'ops.confirm_tokens',
  'ops.push_subscriptions',
] as const;

export const TABLES = [
  ...MARKET_TABLES,
  ...TRADING_TABLES,
  ...RISK_TABLES,
  ...OPS_TABLES,
] as const satisfies readonly TableName[];
