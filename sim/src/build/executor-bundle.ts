/** The executor as the simulation runs it: production's sources plus patches, on the simulation's clock. */
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { build, type Plugin } from 'esbuild';
import type { Patch } from './patch';
import { patched, requireUsed } from './patched-bundle';
import { TEST_PATCHES } from './test-patches';

const SHIMS = join(REPOSITORY, 'sim', 'src', 'build', 'shims');

export interface BundleOptions {
  readonly timeFactor: number;
  /** A planted bug, on top of the test patches. */
  readonly patches: readonly Patch[];
  readonly outfile: string;
}

export async function buildExecutor({ timeFactor, patches, outfile }: BundleOptions): Promise<void> {
  const all = [...TEST_PATCHES, ...patches];
  const unused = new Set(all.map(({ file }) => file));
  await build({
    entryPoints: [join(REPOSITORY, 'services/executor/src/main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    define: { SAFETY_TIME_FACTOR: String(timeFactor) },
    inject: [join(SHIMS, 'time.ts'), join(SHIMS, 'crash.ts')],
    plugins: [ownPackagesInside, patched(all, unused)],
    logLevel: 'silent',
  });
  requireUsed(unused, 'executor');
}

const ownPackagesInside: Plugin = {
  name: 'own-packages-inside',
  setup({ onResolve }) {
    onResolve({ filter: /^node:timers\/promises$/ }, ({ importer }) =>
      importer.startsWith(SHIMS)
        ? { path: 'node:timers/promises', external: true }
        : { path: join(SHIMS, 'timers-promises.ts') },
    );
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@platform/') ? undefined : { path, external: true },
    );
  },
};
