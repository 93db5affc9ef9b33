/**
 * For each alert, series in which it must fire and clear, a value every 15 seconds: nothing wrong for two
 * minutes, wrong until a little after the quarter of an hour, well again until the end.
 */
import type { AlertName } from '@platform/contracts';

export type Series = Readonly<Record<string, string>>;

/** From the third minute to the eighteenth. */
const gauge = (series: string, bad: number, good = 0): Series => ({
  [series]: `${good}x8 ${bad}x60 ${good}x400`,
});

/** Grows once, at a quarter past. */
const counter = (series: string): Series => ({ [series]: '0x60 1x420' });

/** Is born by growing, at a quarter past: there was no zero before. */
const born = (series: string): Series => ({ [series]: '_x60 1x420' });

/**
 * Is born at a quarter past and grows every so often for an hour, as an error does that is reported again
 * while it lasts.
 */
export function againAndAgain(series: string, everyMs: number): Series {
  const steps = Math.ceil(everyMs / 15_000);
  const lasting = Array.from({ length: Math.ceil(240 / steps) }, (_, index) => `${index + 1}x${steps - 1}`);
  return { [series]: `_x59 ${lasting.join(' ')} ${lasting.length}x200` };
}

/** Twelve a minute from the third minute to the eighteenth. */
const steady = (series: string): Series => ({ [series]: '0x8 0+3x60 180x400' });

/** A time that stands still from the third minute to the eighteenth. */
const stopped = (series: string): Series => ({ [series]: '0+15x8 120x59 1035+15x400' });

const error = (code: string, job = 'executor') => `platform_errors_total{job="${job}",code="${code}"}`;
const bot = (metric: string, labels = '') => `${metric}{job="bot",bot_id="b1"${labels}}`;
const manager = (metric: string, labels: string) => `${metric}{job="manager",${labels}}`;
const network = (metric: string) => manager(metric, 'network="testnet"');
const executor = (metric: string) => `${metric}{job="executor",network="testnet"}`;

export const RULE_CASES: Readonly<Record<AlertName, readonly Series[]>> = {
  PositionWithoutStop: [gauge(network('platform_manager_unprotected_positions'), 2)],
  OrderOfUnknownFate: [gauge(network('platform_manager_unresolved_order_age_seconds'), 61)],
  ReconcileOverdue: [gauge(executor('platform_executor_reconcile_age_seconds'), 181)],
  NetworkNotReady: [gauge(executor('platform_executor_network_ready'), 0, 1)],
  BooksDrift: [counter('platform_manager_portfolio_drift_total{job="manager"}')],
  VenueDrift: [counter(error('EXECUTOR_RECONCILE_DRIFT')), born(error('EXECUTOR_POSITION_ADJUSTED'))],
  AccountUnusable: [gauge(network('platform_manager_account_problem'), 1)],
  AccountUnread: [gauge(network('platform_manager_account_age_seconds'), 181)],
  FlattenFailed: [counter(error('EXECUTOR_FLATTEN_FAILED')), born(error('EXECUTOR_FLATTEN_FAILED'))],
  ExitBlocked: [counter(error('EXECUTOR_EXIT_BLOCKED')), born(error('EXECUTOR_EXIT_BLOCKED'))],
  FillsNotStreamed: [born(error('EXECUTOR_FILL_TRACKER_FAILED'))],
  IntentsRejected: [steady(error('EXECUTOR_INTENT_REJECTED'))],
  ClockSkew: [
    gauge(executor('platform_executor_clock_offset_seconds'), 1.5),
    gauge(executor('platform_executor_clock_offset_seconds'), -1.5),
  ],

  TradingHalted: [gauge('platform_risk_halt_latch{job="risk"}', 1)],
  BreakerTripped: [gauge('platform_risk_breaker_tripped{job="risk",breaker="drawdown"}', 1)],
  RiskNotEvaluated: [gauge('platform_risk_evaluator{job="risk"}', 0, 1)],
  DailyCapWouldReject: [
    counter('platform_executor_daily_notional_would_reject_total{job="executor",scope="per_bot_daily"}'),
    born('platform_executor_daily_notional_would_reject_total{job="executor",scope="global_daily"}'),
  ],

  BotLeaseStale: [stopped(bot('platform_bot_lease_liveness_last_ok_seconds'))],
  BotDown: [gauge(bot('up'), 0, 1)],
  BotQuarantined: [gauge(manager('platform_manager_bot_state', 'bot_id="b1",state="quarantined"'), 1)],
  // Four within a quarter of an hour.
  BotsCrash: [
    {
      'platform_manager_reconcile_actions_total{job="manager",action="fail",outcome="ok"}':
        '0x20 1x10 2x10 3x10 4x420',
    },
  ],
  BotWarmupStuck: [gauge(manager('platform_manager_bot_warmup_alert', 'bot_id="b1",kind="stuck_warmup"'), 1)],
  BotWarmupNeverCompleted: [
    gauge(manager('platform_manager_bot_warmup_alert', 'bot_id="b1",kind="warmup_never_completed"'), 1),
  ],
  BotParityMismatch: [gauge(manager('platform_manager_parity_mismatches', 'bot_id="b1"'), 1)],
  BotIntentNotCommitted: [born(bot('platform_bot_intent_emit_errors_total', ',reason="database"'))],
  BotPrivilegesUnproven: [gauge('platform_manager_bot_role_faults{job="manager"}', 1)],
  BotWithoutCandles: [gauge(bot('platform_bot_ws_connected'), 0, 1)],
  BotOnFallback: [gauge(bot('platform_bot_fallback_engaged'), 1)],

  MarketDataStale: [gauge('platform_data_source_freshness_seconds{job="data",source="perp_klines"}', 181)],
  MarketDataMissing: [
    // It comes at last, and has an age from then on.
    {
      ...gauge('platform_data_source_stale{job="data",source="spot_klines"}', 1),
      'platform_data_source_freshness_seconds{job="data",source="spot_klines"}': '_x68 5x400',
      'platform_data_source_freshness_seconds{job="data",source="funding"}': '5x470',
    },
  ],
  SourceStale: [gauge('platform_data_source_stale{job="data",source="funding"}', 1)],
  BarsUnpublished: [gauge('platform_data_unpublished_bars{job="data"}', 5)],
  BarsNotStored: [
    counter(error('DATA_INGEST_WRITE_FAILED', 'data')),
    born(error('DATA_SOURCE_WRITE_FAILED', 'data')),
  ],
  QueriesFail: [steady(error('DATA_QUERY_FAILED', 'data'))],

  ServiceDown: [gauge('up{job="executor"}', 0, 1), gauge('up{job="manager"}', 0, 1)],
  TaskStuck: [
    gauge('platform_task_dead{job="risk",task="halt latch"}', 1),
    gauge(bot('platform_task_dead', ',task="lease"'), 1),
  ],
  DatabaseDown: [gauge('platform_ready_check{job="executor",check="database"}', 0, 1)],
  BusDown: [gauge('platform_ready_check{job="executor",check="bus"}', 0, 1)],
  CriticalError: [
    born(error('MANAGER_AUDIT_NOT_WRITTEN', 'manager')),
    counter(error('RISK_STARTUP_FAILED', 'risk')),
  ],
  DatabaseErrors: [steady(error('RISK_DB_TRANSIENT', 'risk'))],
  PublishErrors: [steady(error('EXECUTOR_IPC_PUBLISH_FAILED'))],
  OutboxStuck: [gauge(manager('platform_manager_outbox_age_seconds', 'producer="platform_executor"'), 61)],
  DiskFilling: [gauge('platform_manager_disk_free_bytes{job="manager"}', 4e9, 9e9)],
  DiskFull: [gauge('platform_manager_disk_free_bytes{job="manager"}', 9e8, 9e9)],
  BooksUnwatched: [stopped('platform_manager_watch_last_ok_seconds{job="manager"}')],

  NotScraped: [
    {
      'up{job="manager"}': '1x8 _x60 1x400',
      ...Object.fromEntries(['data', 'risk', 'executor'].map((job) => [`up{job="${job}"}`, '1x470'])),
    },
  ],
  RulesFail: [counter('prometheus_rule_evaluation_failures_total{job="prometheus",rule_group="x"}')],
  NotificationsFail: [
    steady('alertmanager_notification_requests_failed_total{job="alertmanager",integration="webhook"}'),
  ],
  AlertmanagerDown: [gauge('up{job="alertmanager"}', 0, 1)],
};
