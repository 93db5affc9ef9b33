/**
 * Builds a release: a folder that appears whole or not at all and is never changed afterwards. The manager keeps the list and says which
 * may go.
 */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_MANIFEST, type ReleaseManifest, releaseTagFault } from '@platform/contracts';
import { managerDirectory } from './bots';
import { buildRelease, endBundler } from './build';
import { OperatorFault } from './fault';
import type { Home } from './home';
import { REPOSITORY } from './repository';

export function releaseFolder(home: Home, tag: string): string {
  return join(managerDirectory(home), 'releases', tag);
}

export async function makeRelease(home: Home, tag: string): Promise<ReleaseManifest> {
  const fault = releaseTagFault(tag);
  if (fault !== null) throw new OperatorFault(`${tag} cannot be a release: ${fault}.`);
  const folder = releaseFolder(home, tag);
  const taken = new OperatorFault(
    `There is a release ${tag} already: choose another tag, or remove that one first.`,
  );
  if (existsSync(folder)) throw taken;
  const files = await buildRelease(tag).finally(endBundler);
  // A tag has no leading dot, so this is not taken for a release.
  const partial = releaseFolder(home, `.${tag}.partial-${process.pid}`);
  try {
    mkdirSync(partial, { recursive: true, mode: 0o700 });
    for (const { name, contents } of files) writeFileSync(join(partial, name), contents);
    symlinkSync(join(REPOSITORY, 'node_modules'), join(partial, 'node_modules'));
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw taken;
    throw error;
  }
  const manifest = files.find(({ name }) => name === RELEASE_MANIFEST)!;
  return JSON.parse(Buffer.from(manifest.contents).toString('utf8')) as ReleaseManifest;
}
