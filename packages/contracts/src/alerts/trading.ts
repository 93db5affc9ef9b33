/** Orders, positions and the account: what the books say, and whether they agree with the exchange. */
import { defineAlerts, grew, LASTING_WINDOW, perMinute } from './define';

const code = (name: string) => `platform_errors_total{code="${name}"}`;

export const tradingAlerts = defineAlerts({
  PositionWithoutStop: {
    severity: 'critical',
    summary: '{{ $value }} open position(s) on {{ $labels.network }} are not covered by a resting stop.',
    expr: 'platform_manager_unprotected_positions > 0',
    forSeconds: 10,
  },
  OrderOfUnknownFate: {
    severity: 'critical',
    summary:
      'The outcome of an order on {{ $labels.network }} has been unknown for {{ $value | humanizeDuration }}.',
    expr: 'platform_manager_unresolved_order_age_seconds > 60',
    forSeconds: 0,
  },
  ReconcileOverdue: {
    severity: 'critical',
    summary:
      'Books and exchange were last compared {{ $value | humanizeDuration }} ago on {{ $labels.network }}.',
    expr: 'min by (network) (platform_executor_reconcile_age_seconds) > 180',
    forSeconds: 0,
  },
  NetworkNotReady: {
    severity: 'critical',
    summary: 'No executor can send orders to {{ $labels.network }}.',
    expr: 'max by (network) (platform_executor_network_ready) == 0',
    forSeconds: 60,
  },
  BooksDrift: {
    severity: 'critical',
    summary: 'Stored positions are not the sum of their fills.',
    expr: 'increase(platform_manager_portfolio_drift_total[10m]) > 0',
    forSeconds: 0,
  },
  VenueDrift: {
    severity: 'critical',
    summary: 'The exchange and the books disagreed about orders, positions or the wallet.',
    expr: grew('platform_errors_total{code=~"EXECUTOR_RECONCILE_DRIFT|EXECUTOR_POSITION_ADJUSTED"}', '10m'),
    forSeconds: 0,
  },
  AccountUnusable: {
    severity: 'critical',
    summary: 'The exchange account of {{ $labels.network }} cannot be used.',
    expr: 'platform_manager_account_problem == 1',
    forSeconds: 0,
  },
  AccountUnread: {
    severity: 'warning',
    summary: 'The wallet of {{ $labels.network }} was last read {{ $value | humanizeDuration }} ago.',
    expr: 'platform_manager_account_age_seconds > 180',
    forSeconds: 60,
  },
  FlattenFailed: {
    severity: 'critical',
    summary: 'A flatten failed at the exchange: positions are still open.',
    expr: grew(code('EXECUTOR_FLATTEN_FAILED'), LASTING_WINDOW),
    forSeconds: 0,
  },
  ExitBlocked: {
    severity: 'critical',
    summary: 'The exchange keeps refusing to close a position that its bot has exited.',
    expr: grew(code('EXECUTOR_EXIT_BLOCKED'), LASTING_WINDOW),
    forSeconds: 0,
  },
  FillsNotStreamed: {
    severity: 'warning',
    summary: 'The fill stream cannot be kept open; reconcile reads the fills instead.',
    expr: grew(code('EXECUTOR_FILL_TRACKER_FAILED'), '10m'),
    forSeconds: 0,
  },
  IntentsRejected: {
    severity: 'warning',
    summary: 'More than 5 order intents a minute are being refused.',
    expr: `${perMinute('EXECUTOR_INTENT_REJECTED', '5m')} > 5`,
    forSeconds: 60,
  },
  ClockSkew: {
    severity: 'warning',
    summary: 'This machine’s clock is {{ $value }} s away from the clock of {{ $labels.network }}.',
    expr: 'abs(platform_executor_clock_offset_seconds) > 1',
    forSeconds: 60,
  },
});
