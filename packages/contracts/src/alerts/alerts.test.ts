import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type AlertSpec,
  alertGroups,
  alerts,
  dashboards,
  errorRegistry,
  INHIBITIONS,
  type MetricSpec,
  metricsByService,
  sharedMetrics,
} from '../index';

const ROOT = join(import.meta.dirname, '../../../..');
const RUNBOOKS = join(ROOT, 'docs/runbooks');
const names = Object.keys(alerts) as (keyof typeof alerts)[];

const metrics = new Map<string, MetricSpec>(
  [...Object.values(metricsByService), sharedMetrics].flatMap((table) =>
    Object.values<MetricSpec>(table).map((metric) => [metric.name, metric]),
  ),
);

/** What is exposed by Prometheus, Alertmanager and the scrape itself. */
const FOREIGN = [
  'up',
  'prometheus_rule_evaluation_failures_total',
  'alertmanager_notification_requests_failed_total',
];

/** Neither alerted on nor drawn on a dashboard, and why. */
const UNWATCHED: Readonly<Record<string, readonly string[]>> = {
  'the scrape itself says whether a process answers': [
    ...['data', 'risk', 'manager', 'executor', 'bot'].map((job) => `platform_${job}_up`),
  ],
  'its faults are counted as errors too, which are alerted on': [
    'platform_data_publish_errors_total',
    'platform_manager_docker_socket_errors_total',
    'platform_manager_reconcile_ticks_total',
    'platform_manager_file_sd_updates_total',
    'platform_manager_deploys_total',
    'platform_manager_operator_flatten_requests_total',
    'platform_task_runs_total',
  ],
  'a gauge beside it has the alert': [
    'platform_manager_bot_quarantines_total',
    'platform_manager_stack_health_probes_total',
    'platform_manager_stack_health_transitions_total',
    'platform_bot_ws_reconnects_total',
    'platform_bot_lease_state',
    'platform_bot_role_probe_passed',
    'platform_bot_warmup_freshness_seconds_per_dataset',
    'platform_executor_daily_notional_used_usd_global',
    'platform_task_last_run_timestamp_seconds',
  ],
  'a record, looked up when something else has pointed to it': [
    'platform_data_klines_written_total',
    'platform_data_gaps_repaired_total',
    'platform_data_frames_dropped_total',
    'platform_manager_deploy_shadow_compare_matches_total',
    'platform_manager_deploy_shadow_compare_divergences_total',
    'platform_manager_notify_payloads_received_total',
    'platform_manager_ws_active_connections',
    'platform_manager_ws_messages_sent_total',
    'platform_manager_ws_overflow_total',
    'platform_manager_ws_replay_rows_total',
    'platform_manager_ws_batches_sent_total',
    'platform_manager_ws_batch_size',
    'platform_bot_candles_skipped_total',
    'platform_bot_intents_emitted_total',
    'platform_bot_fence',
    'platform_bot_drain_in_progress',
    'platform_release_info',
  ],
  'how often and how long, which the panel of the manager’s requests shows where it is felt': [
    'platform_risk_evaluation_duration_seconds',
    'platform_manager_requests_total',
    'platform_manager_reconcile_duration_seconds',
    'platform_manager_deploy_duration_seconds',
    'platform_manager_bff_reads_total',
    'platform_manager_bff_read_duration_seconds',
    'platform_manager_file_sd_write_duration_seconds',
    'platform_task_last_duration_seconds',
  ],
};

it('alerts and dashboards look at every metric, or there is a reason why none does', () => {
  const panels = dashboards.flatMap((dashboard) => dashboard.panels);
  const looked = [...Object.values<AlertSpec>(alerts), ...panels].map(({ expr }) => expr).join('\n');
  const unseen = [...metrics.keys()].filter(
    (name) => !new RegExp(`\\b${name}(_bucket|_count|_sum)?\\b`).test(looked),
  );
  expect(unseen.sort()).toEqual(Object.values(UNWATCHED).flat().sort());
});

it('alerts are named once over all groups', () => {
  const all = Object.values(alertGroups).flatMap((group) => Object.keys(group));
  expect(new Set(all).size).toBe(all.length);
  expect(names.sort()).toEqual(all.sort());
});

it.each(names)('the alert %s asks only for metrics and labels that exist', (name) => {
  const { expr } = alerts[name];
  const used = expr.match(/\b(platform|prometheus|alertmanager)_[a-z_]+|\bup\b/g) ?? [];
  expect(used.length).toBeGreaterThan(0);
  for (const metric of used) expect([...metrics.keys(), ...FOREIGN]).toContain(metric);
  for (const [, metric, matchers] of expr.matchAll(/(platform_[a-z_]+)\{([^}]*)\}/g)) {
    const labels = [...matchers!.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!);
    for (const label of labels) expect([...metrics.get(metric!)!.labels, 'job', 'bot_id']).toContain(label);
  }
});

it.each(names)('the alert %s asks only for error codes that exist', (name) => {
  for (const [, operator, codes] of alerts[name].expr.matchAll(/code(=~|=)"([^"]+)"/g)) {
    for (const code of codes!.split('|')) {
      const pattern = operator === '=' ? new RegExp(`^${code}$`) : new RegExp(`^(${code})$`);
      expect(
        Object.keys(errorRegistry).some((known) => pattern.test(known)),
        code,
      ).toBe(true);
    }
  }
});

it('each alert has a runbook with meaning, action and end, and no runbook is left over', () => {
  expect(readdirSync(RUNBOOKS).sort()).toEqual([...names.map((name) => `${name}.md`), 'README.md'].sort());
  for (const name of names) {
    const text = readFileSync(join(RUNBOOKS, `${name}.md`), 'utf8');
    expect(text).toContain(`# ${name}\n`);
    for (const heading of ['What it means', 'Do this', 'It is over when']) {
      expect(text, name).toContain(`\n## ${heading}\n`);
    }
    for (const [, link] of text.matchAll(/\]\((\.\.?\/[^)#]+)/g)) {
      expect(existsSync(join(RUNBOOKS, link!)), `${name}: ${link}`).toBe(true);
    }
  }
});

it('alerts keep each other quiet only where one follows from the other, never about money at risk', () => {
  const loud = [
    'PositionWithoutStop',
    'OrderOfUnknownFate',
    'FlattenFailed',
    'ExitBlocked',
    'VenueDrift',
    'BooksDrift',
  ];
  for (const { source, targets } of INHIBITIONS) {
    expect(names).toContain(source.alertname);
    for (const target of targets) {
      expect(names).toContain(target);
      expect(loud).not.toContain(target);
    }
  }
});

it('alerts cover every error code of critical severity', () => {
  const critical = Object.entries(errorRegistry).filter(([, { severity }]) => severity === 'Critical');
  const expressions = Object.values(alerts)
    .map(({ expr }) => expr)
    .join('\n');
  // These are seen as state, not as an error that was counted.
  const asState = [
    'EXECUTOR_ACCOUNT_PROBLEM',
    'BOT_PARITY_MISMATCH',
    'RISK_BREAKER_TRIPPED',
    'RISK_FLATTEN_REQUESTED',
  ];
  for (const [code] of critical)
    expect(expressions.includes(code) || asState.includes(code), code).toBe(true);
});
