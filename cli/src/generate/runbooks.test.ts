import { expect, test } from 'vitest';
import { parseRunbook } from './runbooks';

const TEXT =
  '# A\n\n## What it means\n\nIt broke.\nBadly.\n\n## Do this\n\n1. Look: `x`.\n   Twice.\n2. Halt.\n\n## It is over when\n\nIt works.\n';

test('a runbook is its meaning, its steps and its end', () => {
  expect(parseRunbook('A.md', TEXT)).toEqual({
    meaning: 'It broke. Badly.',
    steps: ['Look: `x`. Twice.', 'Halt.'],
    over: 'It works.',
  });
});

test.each([
  ['without an end', TEXT.replace(/## It is over.*/s, '')],
  ['with a heading more', TEXT.replace('1. Look', '## And\n\n1. Look')],
  ['without steps', TEXT.replace(/1\. .*Halt\.\n/s, 'Nothing.\n')],
])('one %s is refused', (_, text) => {
  expect(() => parseRunbook('A.md', text)).toThrow('docs/runbooks/A.md');
});
