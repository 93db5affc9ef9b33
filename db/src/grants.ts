/**
 * What each role may do, as data. The migrations grant exactly this (a test compares every table and
 * privilege), and every service checks its own role against it before it starts. A privilege that is not
 * listed is forbidden.
 */
import type { RoleName } from './roles';
import { MARKET_TABLES, RISK_TABLES, TABLES, type TableName, TRADING_TABLES } from './tables';

/** A privilege on some columns only, and the columns that it would be dangerous to have it on. */
interface ColumnGrant {
  readonly privilege: 'INSERT' | 'UPDATE';
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly never: readonly string[];
}

export interface RoleGrants {
  readonly select: readonly TableName[];
  readonly insert?: readonly TableName[];
  readonly update?: readonly TableName[];
  readonly delete?: readonly TableName[];
  readonly columns?: readonly ColumnGrant[];
}

const INTENT_BODY = [
  'intent_id',
  'bot_id',
  'strategy',
  'symbol',
  'timeframe',
  'network',
  'side',
  'qty',
  'sl',
  'tp',
  'fence',
  'bar_open_time',
  'signal_digest',
  'trace_id',
];
const INTENT_OUTCOME = ['claimed_at', 'claimed_by', 'outcome', 'outcome_reason', 'outcome_at'];

/** What the exchange said of a trade, and whose it is. */
const FILL_FACTS = [
  'network',
  'symbol',
  'trade_id',
  'order_id',
  'bot_id',
  'side',
  'position_side',
  'qty',
  'price',
  'fee',
  'fee_asset',
  'realized_pnl',
  'is_maker',
  'trade_time',
];
const TRANSFER_FACTS = ['network', 'transaction_id', 'amount', 'asset', 'transfer_time'];

/** A relay marks what it published and cannot alter what was said. */
const RELAY: ColumnGrant = {
  privilege: 'UPDATE',
  table: 'ops.outbox',
  columns: ['published_at'],
  never: ['event_id', 'producer', 'subject', 'payload'],
};

const RUN_RESULTS = [
  'trading.trades',
  'trading.roundtrips',
  'trading.equity_points',
  'trading.performance_snapshots',
] as const;

export const grants: Readonly<Record<RoleName, RoleGrants>> = {
  platform_bot: {
    select: [
      'trading.bot_configs',
      'trading.bot_events',
      'trading.bot_leases',
      'trading.bot_commands',
      'trading.overlay_decisions',
      'trading.bar_decisions',
      'trading.bot_states',
      'trading.shadow_decisions',
      'trading.parity_audits',
      'trading.order_intents',
      'trading.orders',
      'trading.fills',
      'trading.positions',
      'trading.runs',
      'risk.risk_state',
      'risk.bot_pauses',
      'risk.macro_calendar',
      'ops.consumer_cursors',
      'ops.migrations',
    ],
    insert: [
      'trading.bot_events',
      'trading.bot_leases',
      'trading.overlay_decisions',
      'trading.bar_decisions',
      'trading.bot_states',
      'trading.shadow_decisions',
      'trading.parity_audits',
      'ops.consumer_cursors',
    ],
    update: ['trading.bot_leases', 'trading.bot_states', 'ops.consumer_cursors'],
    columns: [
      { privilege: 'INSERT', table: 'trading.order_intents', columns: INTENT_BODY, never: INTENT_OUTCOME },
    ],
  },
  platform_executor: {
    select: [
      ...MARKET_TABLES,
      ...TRADING_TABLES,
      'risk.risk_state',
      'risk.limits',
      'risk.bot_pauses',
      'ops.consumer_cursors',
      'ops.outbox',
      'ops.confirm_tokens',
      'ops.migrations',
    ],
    insert: [
      'trading.orders',
      'trading.fills',
      'trading.positions',
      'trading.accounts',
      'trading.funding_payments',
      'trading.transfers',
      'trading.runs',
      ...RUN_RESULTS,
      'trading.bot_events',
      'trading.commands_done',
      'ops.audit_log',
      'ops.outbox',
      'ops.confirm_tokens',
    ],
    update: ['trading.orders', 'trading.positions', 'trading.accounts', 'trading.runs'],
    columns: [
      { privilege: 'UPDATE', table: 'trading.order_intents', columns: INTENT_OUTCOME, never: INTENT_BODY },
      { privilege: 'UPDATE', table: 'trading.fills', columns: ['fee_usd'], never: FILL_FACTS },
      { privilege: 'UPDATE', table: 'trading.transfers', columns: ['amount_usd'], never: TRANSFER_FACTS },
      RELAY,
    ],
  },
  platform_risk: {
    select: [
      ...MARKET_TABLES,
      ...TRADING_TABLES,
      ...RISK_TABLES,
      'ops.consumer_cursors',
      'ops.outbox',
      'ops.migrations',
    ],
    insert: [
      'risk.risk_events',
      'risk.risk_audit_log',
      'risk.breaker_state',
      'risk.limits',
      'risk.macro_calendar',
      'risk.bot_pauses',
      'trading.bot_commands',
      'trading.bot_events',
      'ops.audit_log',
      'ops.outbox',
    ],
    update: [
      'risk.risk_state',
      'risk.breaker_state',
      'risk.limits',
      'risk.macro_calendar',
      'risk.bot_pauses',
    ],
    delete: ['risk.breaker_state', 'risk.macro_calendar', 'risk.bot_pauses'],
    columns: [RELAY],
  },
  platform_manager: {
    select: TABLES.filter((table) => table !== 'ops.confirm_tokens'),
    insert: [
      'trading.bot_configs',
      'trading.bot_events',
      'trading.bot_commands',
      'trading.parity_audits',
      'trading.runs',
      ...RUN_RESULTS,
      'trading.experiments',
      'trading.experiment_chunks',
      'trading.tried_sets',
      'ops.audit_log',
      'ops.deploys',
      'ops.service_deploys',
      'ops.consumer_cursors',
      'ops.source_commands',
      'ops.push_subscriptions',
    ],
    update: [
      'trading.bot_configs',
      'trading.runs',
      'ops.deploys',
      'ops.service_deploys',
      'ops.consumer_cursors',
      'ops.push_subscriptions',
    ],
    delete: ['ops.push_subscriptions'],
    columns: [
      {
        privilege: 'UPDATE',
        table: 'trading.parity_audits',
        columns: ['acknowledged_by', 'acknowledged_at'],
        never: ['result', 'first_divergence'],
      },
      {
        privilege: 'UPDATE',
        table: 'trading.experiments',
        columns: ['status', 'done_count', 'failed_count', 'result', 'result_digest', 'error', 'finished_at'],
        never: ['plan', 'plan_digest', 'data_digest', 'code_digest', 'trial_count'],
      },
    ],
  },
  platform_data_writer: {
    select: [...MARKET_TABLES, 'ops.source_commands', 'ops.consumer_cursors', 'ops.outbox', 'ops.migrations'],
    insert: [...MARKET_TABLES, 'ops.audit_log', 'ops.consumer_cursors'],
    update: [...MARKET_TABLES, 'ops.consumer_cursors'],
  },
  platform_lab_reader: {
    select: TABLES.filter((table) => table !== 'ops.confirm_tokens' && table !== 'ops.push_subscriptions'),
  },
};
