/** The executor as the simulation runs it: production's sources plus patches, on the simulation's clock. */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { build, type Plugin } from 'esbuild';
import { applyPatches, type Patch, PatchDoesNotApply } from './patch';
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
  if (unused.size > 0) throw new PatchDoesNotApply(`not part of the executor: ${[...unused].join(', ')}`);
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

function patched(patches: readonly Patch[], unused: Set<string>): Plugin {
  return {
    name: 'patched',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const file = relative(REPOSITORY, path);
        const own = patches.filter((patch) => patch.file === file);
        if (own.length === 0) return undefined;
        unused.delete(file);
        return { contents: applyPatches(await readFile(path, 'utf8'), own), loader: 'ts' };
      });
    },
  };
}
