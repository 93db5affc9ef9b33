import { alerts } from '@platform/contracts';
import { expect, test } from 'vitest';
import { spansOf } from './runbook';
import { runbooks } from './runbooks.generated';

test('every alert has a runbook here, and no runbook is left over', () => {
  expect(Object.keys(runbooks).sort()).toEqual(Object.keys(alerts).sort());
  for (const { meaning, steps, over } of Object.values(runbooks)) {
    expect(steps.length).toBeGreaterThan(0);
    expect([meaning, over, ...steps]).not.toContain('');
  }
});

test('code stands apart from text, and another page is named by where it is', () => {
  expect(spansOf('Run `./platform logs`, then [halt](../guides/halt-and-resume.md).')).toEqual([
    { kind: 'text', text: 'Run ' },
    { kind: 'code', text: './platform logs' },
    { kind: 'text', text: ', then ' },
    { kind: 'page', text: 'halt (docs/guides/halt-and-resume.md)' },
    { kind: 'text', text: '.' },
  ]);
});
