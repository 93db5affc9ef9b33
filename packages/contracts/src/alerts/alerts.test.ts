import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alertGroups, alerts, errorRegistry, INHIBITIONS, type MetricSpec, metricsByService, sharedMetrics } from '../index';

const ROOT = join(import.meta.dirname, '../../../..');
const RUNBOOKS = join(ROOT, 'docs/runbooks');
const names = Object.keys(alerts) as (keyof typeof alerts)[];

const metrics = new Map<string, MetricSpec>(
  [...Object.values(metricsByService), sharedMetrics].flatMap((table) =>
    Object.values<MetricSpec>(table).map((metric) => [metric.name, metric]),
  ),
);

/** What is exposed by Prometheus, Alertmanager and the scrape itself. */
const FOREIGN = ['up', 'prometheus_rule_evaluation_failures_total', 'alertmanager_notification_requests_failed_total'];

describe('alerts', () => {
  it('are named once over all groups', () => {
    const all = Object.values(alertGroups).flatMap((group) => Object.keys(group));
    expect(new Set(all).size).toBe(all.length);
    expect(names.sort()).toEqual(all.sort());
  });

  it.each(names)('%s asks only for metrics and labels that exist', (name) => {
    const { expr } = alerts[name];
    const used = expr.match(/\b(platform|prometheus|alertmanager)_[a-z_]+|\bup\b/g) ?? [];
    expect(used.length).toBeGreaterThan(0);
    for (const metric of used) expect([...metrics.keys(), ...FOREIGN]).toContain(metric);
    for (const [, metric, matchers] of expr.matchAll(/(platform_[a-z_]+)\{([^}]*)\}/g)) {
      const labels = [...matchers!.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!);
      for (const label of labels) expect([...metrics.get(metric!)!.labels, 'job', 'bot_id']).toContain(label);
    }
  });

  it.each(names)('%s asks only for error codes that exist', (name) => {
    for (const [, operator, codes] of alerts[name].expr.matchAll(/code(=~|=)"([^"]+)"/g)) {
      for (const code of codes!.split('|')) {
        const pattern = operator === '=' ? new RegExp(`^${code}$`) : new RegExp(`^(${code})$`);
        expect(Object.keys(errorRegistry).some((known) => pattern.test(known)), code).toBe(true);
      }
    }
  });

  it('each have a runbook that says what it means, what to do and when it is over, and no runbook is left over', () => {
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

  it('keep each other quiet only where one follows from the other, and never one about money at risk', () => {
    const loud = ['PositionWithoutStop', 'OrderOfUnknownFate', 'FlattenFailed', 'ExitBlocked', 'VenueDrift', 'BooksDrift'];
    for (const { source, targets } of INHIBITIONS) {
      expect(names).toContain(source.alertname);
      for (const target of targets) {
        expect(names).toContain(target);
        expect(loud).not.toContain(target);
      }
    }
  });

  it('cover every error code of critical severity', () => {
    const critical = Object.entries(errorRegistry).filter(([, { severity }]) => severity === 'Critical');
    const expressions = Object.values(alerts).map(({ expr }) => expr).join('\n');
    // These are seen as state, not as an error that was counted.
    const asState = ['EXECUTOR_ACCOUNT_PROBLEM', 'BOT_PARITY_MISMATCH', 'RISK_BREAKER_TRIPPED'];
    for (const [code] of critical) expect(expressions.includes(code) || asState.includes(code), code).toBe(true);
  });
});
