/** deploy/prometheus/rules.yml. Strings are written as JSON, which is YAML too. */
import type { AlertSpec } from './define';

export function renderRules(groups: Readonly<Record<string, Readonly<Record<string, AlertSpec>>>>, watchdog: string): string {
  return [
    '# Written by ./platform generate from packages/contracts/src/alerts.',
    'groups:',
    ...Object.entries(groups).flatMap(([name, rules]) => [
      `  - name: ${name}`,
      '    rules:',
      ...Object.entries(rules).flatMap(([alert, spec]) => rule(alert, spec)),
    ]),
    '  - name: dead_mans_switch',
    '    rules:',
    `      - alert: ${watchdog}`,
    '        expr: vector(1)',
    '        labels: { severity: none }',
    '        annotations: { summary: "The alerting works." }',
    '',
  ].join('\n');
}

function rule(alert: string, { severity, summary, expr, forSeconds }: AlertSpec): string[] {
  return [
    `      - alert: ${alert}`,
    `        expr: ${JSON.stringify(expr)}`,
    ...(forSeconds === 0 ? [] : [`        for: ${forSeconds}s`]),
    `        labels: { severity: ${severity} }`,
    '        annotations:',
    `          summary: ${JSON.stringify(summary)}`,
    `          runbook: docs/runbooks/${alert}.md`,
    '          value: "{{ $value }}"',
  ];
}
