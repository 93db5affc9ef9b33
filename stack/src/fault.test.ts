import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@platform/testkit';
import { afterAll, expect, it } from 'vitest';
import { asOperatorFault, OperatorFault } from './fault';

const folder = temporaryDirectory('fault');
afterAll(() => folder.remove());

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

it.each(['', 'below'])('a state directory that is a file (%s) is an operator’s to put right', (below) => {
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  const place = join(file, below);
  const fault = asOperatorFault(thrownBy(() => mkdirSync(place, below === '' ? {} : { recursive: true })));
  expect(fault).toBeInstanceOf(OperatorFault);
  expect((fault as OperatorFault).message).toContain('set PLATFORM_HOME to a directory');
});

it('what no operator can cause stays as it was thrown', () => {
  const defect = new TypeError('x is not a function');
  expect(asOperatorFault(defect)).toBe(defect);
});
