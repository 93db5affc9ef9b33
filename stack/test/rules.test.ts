import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AlertName, alerts } from '@platform/contracts';
import { temporaryDirectory } from '@platform/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { findWatching } from '../src/watching/binaries';
import { RULES_FILE } from '../src/watching/prometheus';
import { RULE_CASES, type Series } from './rule-cases';

const binaries = findWatching('');
const directory = temporaryDirectory('rules');
afterAll(() => directory.remove());

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
  const { status, stdout, stderr } = spawnSync(binaries!.promtool, args, { encoding: 'utf8' });
  return status === 0 ? 'ok' : `${stdout}${stderr}`;
}

type Case = readonly [AlertName, Series];

/** Cases that share no series and no alert are judged at once: evaluating every rule for each of them alone takes minutes. */
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

function testOf(wave: readonly Case[]) {
  return {
    interval: '15s',
    input_series: wave.flatMap(([, each]) => Object.entries(each).map(([series, values]) => ({ series, values }))),
    promql_expr_test: wave.flatMap(([name]) =>
      CHECKS.map(({ at, count }) => ({
        expr: firing(name),
        eval_time: at,
        exp_samples: [{ labels: '{}', value: count }],
      })),
    ),
  };
}

function runCases(cases: readonly Case[], rules = RULES_FILE): string {
  const file = join(directory.path, 'rules_test.json');
  const tests = waves(cases).map(testOf);
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '15s', tests }));
  return promtool(['test', 'rules', file]);
}

describe.skipIf(binaries === undefined)('the rules, judged by promtool', () => {
  test('are well formed', () => {
    expect(promtool(['check', 'rules', RULES_FILE])).toBe('ok');
  });

  test('each fire when what they are about happens, and clear when it is over', () => {
    const cases = Object.entries(RULE_CASES).flatMap(([name, all]) =>
      all.map((series) => [name as AlertName, series] as const),
    );
    expect(runCases(cases)).toBe('ok');
  });

  test('with a typo in an expression are refused', () => {
    const broken = join(directory.path, 'broken.yml');
    writeFileSync(broken, readFileSync(RULES_FILE, 'utf8').replace('platform_risk_halt_latch == 1', 'platform_risk_halt_latch = 1'));
    expect(promtool(['check', 'rules', broken])).toContain('unexpected');
  });

  test('with a wrong metric are caught by their case', () => {
    const broken = join(directory.path, 'renamed.yml');
    writeFileSync(broken, readFileSync(RULES_FILE, 'utf8').replaceAll('platform_risk_halt_latch', 'platform_risk_halted'));
    expect(runCases([['TradingHalted', RULE_CASES.TradingHalted[0]!]], broken)).not.toBe('ok');
  });
});
