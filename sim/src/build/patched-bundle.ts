/** Services as `./platform up` runs them, but for patches: see patch.ts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ServiceName } from '@platform/contracts';
import { bundleServices, REPOSITORY } from '@platform/stack';
import type { Plugin } from 'esbuild';
import { applyPatches, type Patch, PatchDoesNotApply } from './patch';

/**
 * Writes `<service>.mjs` and the programs of its threads into the directory; returns the path of the service.
 */
export async function buildPatched(
  service: ServiceName,
  patches: readonly Patch[],
  directory: string,
): Promise<string> {
  const unused = new Set(patches.map(({ file }) => file));
  const { files } = await bundleServices([service], [patched(patches, unused)]);
  requireUsed(unused, service);
  await mkdir(directory, { recursive: true });
  for (const { name, contents } of files) await writeFile(join(directory, name), contents);
  return join(directory, `${service}.mjs`);
}

/** A patch of a file that is no part of the bundle would plant nothing. */
export function requireUsed(unused: ReadonlySet<string>, service: ServiceName): void {
  if (unused.size > 0) throw new PatchDoesNotApply(`not part of the ${service}: ${[...unused].join(', ')}`);
}

export function patched(patches: readonly Patch[], unused: Set<string>): Plugin {
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
