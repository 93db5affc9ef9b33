import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePath } from '@platform/stack';
import { temporaryDirectory } from '@platform/testkit';
import { expect, it } from 'vitest';
import { buildExecutor } from '../src/build/executor-bundle';

const MARKS = /safetyCrash|JumpingDate/g;

it('production runs no crash point and no other clock; what the safety test runs has both', async () => {
  expect(readFileSync(bundlePath('executor'), 'utf8').match(MARKS)).toBeNull();

  const directory = temporaryDirectory('bundle');
  try {
    const outfile = join(directory.path, 'executor.mjs');
    await buildExecutor(outfile);
    const marks = new Set(readFileSync(outfile, 'utf8').match(MARKS));
    expect([...marks].sort()).toEqual(['JumpingDate', 'safetyCrash']);
  } finally {
    directory.remove();
  }
});
