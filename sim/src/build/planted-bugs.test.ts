import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { describe, expect, it } from 'vitest';
import { applyPatches, PatchDoesNotApply } from './patch';
import { PLANTED_BUGS } from './planted-bugs';
import { TEST_PATCHES } from './test-patches';

function patchedSources(patches: typeof TEST_PATCHES): string[] {
  const files = new Set(patches.map(({ file }) => file));
  return [...files].map((file) =>
    applyPatches(
      readFileSync(join(REPOSITORY, file), 'utf8'),
      patches.filter((patch) => patch.file === file),
    ),
  );
}

describe('a patch', () => {
  it('whose text is missing or not unique is refused', () => {
    const patch = { file: 'a.ts', find: 'x', replace: 'y' };
    expect(() => applyPatches('z', [patch])).toThrow(PatchDoesNotApply);
    expect(() => applyPatches('x x', [patch])).toThrow(PatchDoesNotApply);
    expect(applyPatches('a x b', [patch])).toBe('a y b');
  });

  it('of the simulation fits the sources as they are', () => {
    expect(patchedSources(TEST_PATCHES).length).toBeGreaterThan(5);
  });

  it.each(PLANTED_BUGS.map((bug) => [bug.name, bug] as const))(
    'plants %s in the sources as they are',
    (_name, bug) => {
      expect(patchedSources([...TEST_PATCHES, ...bug.patches]).length).toBeGreaterThan(0);
    },
  );
});
