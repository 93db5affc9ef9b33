/** The charts of alerts on counters, as Prometheus computes them. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWatching } from '@platform/stack';
import { temporaryDirectory } from '@platform/testkit';
import { afterAll, expect, it } from 'vitest';
import { chartExpression } from '../src/domain/chart-expression';

const promtool = findWatching('')?.promtool;
const directory = temporaryDirectory('charts');
afterAll(() => directory.remove());

it.skipIf(promtool === undefined).each([
  ['FlattenFailed', 'EXECUTOR_FLATTEN_FAILED'],
  ['ExitBlocked', 'EXECUTOR_EXIT_BLOCKED'],
  ['VenueDrift', 'EXECUTOR_RECONCILE_DRIFT'],
  ['CriticalError', 'MANAGER_AUDIT_NOT_WRITTEN'],
])(
  'the chart of %s shows the error that a counter was born by, and zero before and after it',
  (alert, code) => {
    const series = `platform_errors_total{job="executor",code="${code}"}`;
    const samples = (value: number, labels: string) => [{ labels, value }];
    const labels = `{job="executor",code="${code}"}`;
    const shows = (at: string, exp_samples: object[]) => ({
      expr: chartExpression(alert),
      eval_time: at,
      exp_samples,
    });
    const tests = [
      {
        interval: '15s',
        input_series: [{ series, values: '_x60 1x420' }],
        promql_expr_test: [
          shows('2m', samples(0, '{}')),
          shows('16m', samples(1, series)),
          shows('100m', samples(0, labels)),
        ],
      },
    ];
    const file = join(directory.path, 'charts_test.json');
    writeFileSync(file, JSON.stringify({ evaluation_interval: '15s', tests }));
    const { status, stdout, stderr } = spawnSync(promtool!, ['test', 'rules', file], { encoding: 'utf8' });
    expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /);
  },
);
