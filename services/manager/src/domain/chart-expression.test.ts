import { alerts } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { chartExpression } from './chart-expression';

describe('the chart of an alert', () => {
  it.each([
    ['BotLeaseStale', 'time() - platform_bot_lease_liveness_last_ok_seconds'],
    ['DiskFilling', 'platform_manager_disk_free_bytes'],
    ['FlattenFailed', 'increase(platform_errors_total{code="EXECUTOR_FLATTEN_FAILED"}[10m])'],
    ['BotDown', 'up{job="bot"}'],
    ['disk-free', 'platform_manager_disk_free_bytes'],
  ])('%s draws %s', (name, expected) => {
    expect(chartExpression(name)).toBe(expected);
  });

  it('is drawn without its limit for every alert that has one', () => {
    for (const name of Object.keys(alerts)) expect(chartExpression(name)).not.toMatch(/(==|>|<) [\d.]+$/);
  });
});
