import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { expect, it } from 'vitest';
import { CRASH_PATCHES } from './crash-points';
import { applyPatches, PatchDoesNotApply } from './patch';

it('a patch whose text is missing or not unique is refused', () => {
  const patch = { file: 'a.ts', find: 'x', replace: 'y' };
  expect(() => applyPatches('z', [patch])).toThrow(PatchDoesNotApply);
  expect(() => applyPatches('x x', [patch])).toThrow(PatchDoesNotApply);
  expect(applyPatches('a x b', [patch])).toBe('a y b');
});

it('a patch of a crash point fits the sources as they are', () => {
  for (const file of new Set(CRASH_PATCHES.map((patch) => patch.file))) {
    const own = CRASH_PATCHES.filter((patch) => patch.file === file);
    const patched = applyPatches(readFileSync(join(REPOSITORY, file), 'utf8'), own);
    expect(patched).toContain('safetyCrashPoint');
  }
});
