/** The executor as the safety test runs it: production's sources with crash points and a wall clock that can be moved. */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { build, type Plugin } from 'esbuild';
import { CRASH_PATCHES } from './crash-points';
import { applyPatches, PatchDoesNotApply } from './patch';

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
    plugins: [ownPackagesInside, patched(unused)],
    logLevel: 'silent',
  });
  if (unused.size > 0) throw new PatchDoesNotApply(`not part of the executor: ${[...unused].join(', ')}`);
}

const ownPackagesInside: Plugin = {
  name: 'own-packages-inside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@platform/') ? undefined : { path, external: true },
    );
  },
};

function patched(unused: Set<string>): Plugin {
  return {
    name: 'patched',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const file = relative(REPOSITORY, path);
        const own = CRASH_PATCHES.filter((patch) => patch.file === file);
        if (own.length === 0) return undefined;
        unused.delete(file);
        return { contents: applyPatches(await readFile(path, 'utf8'), own), loader: 'ts' };
      });
    },
  };
}
