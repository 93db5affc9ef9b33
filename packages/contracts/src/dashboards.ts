/**
 * The dashboards, as data: the console draws them, and `./platform generate` writes the same ones for Grafana
 * into deploy/grafana. A browser names a panel; it never sends a query.
 */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly unit: 'short' | 's' | 'bytes' | 'currencyUSD' | 'percentunit';
  readonly expr: string;
  /** Where there are more series than can be drawn, the lowest are. */
  readonly isWorstLow?: true;
}

export interface Dashboard {
  readonly id: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const REQUEST_P95 =
  'histogram_quantile(0.95, sum by (le, route) (rate(platform_manager_request_duration_seconds_bucket[5m])))';
const EVALUATION_P99 =
  'histogram_quantile(0.99, sum by (le) (rate(platform_bot_strategy_evaluation_duration_seconds_bucket[5m])))';

export const dashboards: readonly Dashboard[] = [
  {
    id: 'trading',
    title: 'Trading',
    panels: [
      panel(
        'unprotected-positions',
        'Positions without a stop',
        'short',
        'platform_manager_unprotected_positions',
      ),
      panel(
        'unresolved-orders',
        'Oldest order of unknown fate',
        's',
        'platform_manager_unresolved_order_age_seconds',
      ),
      panel('reconcile-age', 'Age of the reconcile', 's', 'platform_executor_reconcile_age_seconds'),
      panel(
        'daily-notional',
        'Notional of the day, by bot',
        'currencyUSD',
        'platform_executor_daily_notional_used_usd',
      ),
      panel('halt-latch', 'Halt latch', 'short', 'platform_risk_halt_latch'),
      panel('vpin', 'Order-flow toxicity', 'short', 'platform_risk_vpin_value'),
    ],
  },
  {
    id: 'bots',
    title: 'Bots',
    panels: [
      panel(
        'lease-age',
        'Age of the lease',
        's',
        // Of the older of the two while a shadow runs beside the bot; one that has renewed nothing yet has no
        // age.
        'time() - min by (bot_id) (platform_bot_lease_liveness_last_ok_seconds > 0)',
      ),
      panel(
        'candles',
        'Candles a minute',
        'short',
        'sum by (bot_id) (rate(platform_bot_candles_processed_total[5m])) * 60',
      ),
      panel(
        'signals',
        'Signals an hour',
        'short',
        'sum by (bot_id) (increase(platform_bot_signals_emitted_total[1h]))',
      ),
      panel(
        'vetoes',
        'Vetoes an hour, by overlay',
        'short',
        'sum by (overlay) (increase(platform_bot_overlay_vetoes_total[1h]))',
      ),
      panel('evaluation', 'Strategy evaluation, 99th percentile', 's', EVALUATION_P99),
      panel('bot-states', 'Bots by state', 'short', 'sum by (state) (platform_manager_bot_state)'),
    ],
  },
  {
    id: 'platform',
    title: 'Platform',
    panels: [
      { ...panel('services-up', 'Services that answer', 'short', 'min by (job) (up)'), isWorstLow: true },
      panel(
        'errors',
        'Errors a minute, by code',
        'short',
        'sum by (code) (rate(platform_errors_total[5m])) * 60',
      ),
      panel('source-age', 'Age of data sources', 's', 'platform_data_source_freshness_seconds'),
      panel('request-p95', 'Requests of the manager, 95th percentile', 's', REQUEST_P95),
      panel(
        'outbox-age',
        'Oldest event in the outbox',
        's',
        // Nothing waits, as long as there is a manager that looked.
        'max(platform_manager_outbox_age_seconds) or 0 * max(platform_manager_watch_last_ok_seconds)',
      ),
      { ...panel('disk-free', 'Free disk', 'bytes', 'platform_manager_disk_free_bytes'), isWorstLow: true },
    ],
  },
];

function panel(id: string, title: string, unit: Panel['unit'], expr: string): Panel {
  return { id, title, unit, expr };
}

/** deploy/grafana/<id>.json, to be imported as it is. */
export function renderGrafana({ id, title, panels }: Dashboard): string {
  const dashboard = {
    uid: `platform-${id}`,
    title: `Platform: ${title}`,
    tags: ['platform'],
    timezone: 'utc',
    schemaVersion: 39,
    refresh: '10s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels: panels.map(({ title: name, unit, expr }, i) => ({
      id: i + 1,
      type: 'timeseries',
      title: name,
      datasource: { type: 'prometheus', uid: '$source' },
      gridPos: { h: 8, w: 12, x: (i % 2) * 12, y: Math.floor(i / 2) * 8 },
      fieldConfig: { defaults: { unit }, overrides: [] },
      targets: [{ refId: 'A', expr, datasource: { type: 'prometheus', uid: '$source' } }],
    })),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
