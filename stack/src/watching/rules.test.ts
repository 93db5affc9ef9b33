import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AlertName, alerts, REPORT_AGAIN_MS } from '@platform/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { findWatching } from './binaries';
import { RULES_FILE } from './prometheus';
import { againAndAgain, RULE_CASES, type Series } from './rule-cases.fixture';

const promtoolPath = findWatching('')?.promtool;
const directory = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Check {
  readonly at: string;
  readonly count: 0 | 1;
}
/** Before, during and long after. */
const CHECKS: readonly Check[] = [
  { at: '2m', count: 0 },
  { at: '16m', count: 1 },
  { at: '100m', count: 0 },
];

function promtool(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(promtoolPath!, args, { encoding: 'utf8' });
  return status === 0 ? 'ok' : `${stdout}${stderr}`;
}

type Case = readonly [AlertName, Series];

/**
 * Cases that share no series and no alert are judged at once: evaluating every rule for each of them alone
 * takes minutes.
 */
function waves(cases: readonly Case[]): Case[][] {
  const planned: Case[][] = [];
  for (const each of cases) {
    const clashes = ([name, series]: Case) =>
      name === each[0] || Object.keys(series).some((key) => Object.hasOwn(each[1], key));
    const wave = planned.find((placed) => !placed.some(clashes));
    if (wave === undefined) planned.push([each]);
    else wave.push(each);
  }
  return planned;
}

function firing(name: AlertName): string {
  const { severity } = alerts[name];
  return `count(ALERTS{alertname="${name}",alertstate="firing",severity="${severity}"}) or vector(0)`;
}

function testOf(wave: readonly Case[], checks = CHECKS) {
  return {
    interval: '15s',
    input_series: wave.flatMap(([, each]) =>
      Object.entries(each).map(([series, values]) => ({ series, values })),
    ),
    promql_expr_test: wave.flatMap(([name]) =>
      checks.map(({ at, count }) => ({
        expr: firing(name),
        eval_time: at,
        exp_samples: [{ labels: '{}', value: count }],
      })),
    ),
  };
}

function runCases(cases: readonly Case[], rules = RULES_FILE): string {
  return runTests(
    waves(cases).map((wave) => testOf(wave)),
    rules,
  );
}

function runTests(tests: readonly object[], rules = RULES_FILE): string {
  const file = join(directory, 'rules_test.json');
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '15s', tests }));
  return promtool(['test', 'rules', file]);
}

describe.skipIf(promtoolPath === undefined)('the rules, judged by promtool', () => {
  test('the alert rules are well formed', () => {
    expect(promtool(['check', 'rules', RULES_FILE])).toBe('ok');
  });

  test('the alert rules each fire when what they are about happens, and clear when it is over', () => {
    const cases = Object.entries(RULE_CASES).flatMap(([name, all]) =>
      all.map((series) => [name as AlertName, series] as const),
    );
    expect(runCases(cases)).toBe('ok');
  });

  test('alerts about a repeated error of the executor stand for as long as it lasts', () => {
    // The last look before the time came may have been a minute earlier.
    const lasting = (code: string) =>
      againAndAgain(`platform_errors_total{job="executor",code="${code}"}`, REPORT_AGAIN_MS + 60_000);
    const stands = Array.from({ length: 60 }, (_, minute) => ({ at: `${16 + minute}m`, count: 1 }) as const);
    const wave: Case[] = [
      ['FlattenFailed', lasting('EXECUTOR_FLATTEN_FAILED')],
      ['ExitBlocked', lasting('EXECUTOR_EXIT_BLOCKED')],
      ['VenueDrift', lasting('EXECUTOR_RECONCILE_DRIFT')],
    ];
    expect(runTests([testOf(wave, [...stands, { at: '100m', count: 0 }])])).toBe('ok');
  });

  test('the alert on a stale lease does not fire for a bot that waits for its first one', () => {
    const waits = { 'platform_bot_lease_liveness_last_ok_seconds{job="bot",bot_id="b1"}': '0x470' };
    expect(runTests([testOf([['BotLeaseStale', waits]], [{ at: '16m', count: 0 }])])).toBe('ok');
  });

  test('alert rules with a typo in an expression are refused', () => {
    const broken = join(directory, 'broken.yml');
    writeFileSync(
      broken,
      readFileSync(RULES_FILE, 'utf8').replace(
        'platform_risk_halt_latch == 1',
        'platform_risk_halt_latch = 1',
      ),
    );
    expect(promtool(['check', 'rules', broken])).toContain('unexpected');
  });

  test('alert rules with a wrong metric are caught by their case', () => {
    const broken = join(directory, 'renamed.yml');
    writeFileSync(
      broken,
      readFileSync(RULES_FILE, 'utf8').replaceAll('platform_risk_halt_latch', 'platform_risk_halted'),
    );
    expect(runCases([['TradingHalted', RULE_CASES.TradingHalted[0]!]], broken)).not.toBe('ok');
  });
});
