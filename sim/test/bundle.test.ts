import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServices, bundlePath } from '@platform/stack';
import { temporaryDirectory } from '@platform/testkit';
import { expect, it } from 'vitest';
import { buildExecutor } from '../src/build/executor-bundle';
import { PLANTED_BUGS } from '../src/build/planted-bugs';

const MARKS = /safetyCrash|SAFETY_TIME_FACTOR|JumpingDate|writtenLater/g;

it('what production runs has no crash point, no other clock and no planted bug; what the simulation runs has', async () => {
  await buildServices(['executor']);
  expect(readFileSync(bundlePath('executor'), 'utf8').match(MARKS)).toBeNull();

  const directory = temporaryDirectory('bundle');
  try {
    const outfile = join(directory.path, 'executor.mjs');
    const { patches } = PLANTED_BUGS.find(({ name }) => name === 'send-before-write-ahead')!;
    await buildExecutor({ timeFactor: 4, patches, outfile });
    const marks = new Set(readFileSync(outfile, 'utf8').match(MARKS));
    expect([...marks].sort()).toEqual(['JumpingDate', 'safetyCrash', 'writtenLater']);
  } finally {
    directory.remove();
  }
});
