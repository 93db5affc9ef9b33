import { alerts } from '@platform/contracts';
import { expect, it } from 'vitest';
import { chartExpression, isWorstLow } from './chart-expression';

it.each([
  ['BotLeaseStale', 'time() - (platform_bot_lease_liveness_last_ok_seconds > 0)'],
  ['DiskFilling', 'platform_manager_disk_free_bytes'],
  ['BooksDrift', 'increase(platform_manager_portfolio_drift_total[10m]) or on () vector(0)'],
  ['BotDown', 'up{job="bot"}'],
  ['disk-free', 'platform_manager_disk_free_bytes'],
])('the chart of the alert %s draws %s', (name, expected) => {
  expect(chartExpression(name)).toBe(expected);
});

it('the chart of an alert is drawn without its limit for every alert that has one', () => {
  for (const name of Object.keys(alerts))
    expect(chartExpression(name)).not.toMatch(/(==|>|<) [\d.]+( or on \(\) vector\(0\))?$/);
});

it.each([
  ['ServiceDown', true],
  ['DiskFilling', true],
  ['services-up', true],
  ['BotLeaseStale', false],
  ['FlattenFailed', false],
  ['lease-age', false],
])('the worst of a chart of %s is the lowest: %s', (name, expected) => {
  expect(isWorstLow(name)).toBe(expected);
});
