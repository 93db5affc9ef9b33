/**
 * Builds a release: a folder that appears whole or not at all and is never changed afterwards. The manager
 * keeps the list and says which may go.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  parseReleaseManifest,
  RELEASE_MANIFEST,
  type ReleaseManifest,
  releaseTagFault,
} from '@platform/contracts';
import { managerDirectory } from './bots';
import { buildRelease, endBundler } from './build';
import { OperatorFault } from './fault';
import type { Home } from './home';
import { identify } from './process/identity';
import { REPOSITORY } from './repository';

const releasesDirectory = (home: Home) => join(managerDirectory(home), 'releases');

export function releaseFolder(home: Home, tag: string): string {
  return join(releasesDirectory(home), tag);
}

/** Undefined where the folder holds no release. */
export function readReleaseManifest(folder: string): ReleaseManifest | undefined {
  try {
    return parseReleaseManifest(readFileSync(join(folder, RELEASE_MANIFEST), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Now, but after every release that there is: bots follow the newest one, and a clock that was set back must
 * not make it an older one.
 */
function nextBuiltAt(home: Home): string {
  const directory = releasesDirectory(home);
  const tags = existsSync(directory) ? readdirSync(directory) : [];
  const built = tags.map((tag) => Date.parse(readReleaseManifest(join(directory, tag))?.built_at ?? ''));
  const newestMs = Math.max(0, ...built.filter((ms) => !Number.isNaN(ms)));
  return new Date(Math.max(Date.now(), newestMs + 1)).toISOString();
}

/** What a build or a removal that was killed has left behind. */
function removeLeftovers(home: Home): void {
  const directory = releasesDirectory(home);
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    const pid = /^\..+\.(?:partial|removed)-(\d+)$/.exec(name)?.[1];
    if (pid === undefined || identify(Number(pid)) !== undefined) continue;
    rmSync(join(directory, name), { recursive: true, force: true });
  }
}

export async function makeRelease(home: Home, tag: string): Promise<ReleaseManifest> {
  const fault = releaseTagFault(tag);
  if (fault !== null) throw new OperatorFault(`${tag} cannot be a release: ${fault}.`);
  const folder = releaseFolder(home, tag);
  const taken = new OperatorFault(
    `There is a release ${tag} already: choose another tag, or remove that one first.`,
  );
  if (existsSync(folder)) throw taken;
  removeLeftovers(home);
  const files = await buildRelease(tag, nextBuiltAt(home)).finally(endBundler);
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
