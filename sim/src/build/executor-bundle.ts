/**
 * The executor as the safety test runs it: production's sources with crash points and a wall clock that can
 * be moved.
 */
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { build, type Plugin } from 'esbuild';
import { CRASH_PATCHES } from './crash-points';
import { patched, requireUsed } from './patched-bundle';

const SHIMS = join(REPOSITORY, 'sim', 'src', 'build', 'shims');

export async function buildExecutor(outfile: string): Promise<void> {
  const unused = new Set(CRASH_PATCHES.map(({ file }) => file));
  await build({
    entryPoints: [join(REPOSITORY, 'services/executor/src/main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    inject: [join(SHIMS, 'wall-clock.ts'), join(SHIMS, 'crash.ts')],
    plugins: [ownPackagesInside, patched(CRASH_PATCHES, unused)],
    logLevel: 'silent',
  });
  requireUsed(unused, 'executor');
}

const ownPackagesInside: Plugin = {
  name: 'own-packages-inside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@platform/') ? undefined : { path, external: true },
    );
  },
};
