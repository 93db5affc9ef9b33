/** What a build says about itself: a digest of each file, and for each strategy one of the sources that decide. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RELEASE_MANIFEST, type ReleaseManifest } from '@platform/contracts';
import { ownStrategies, strategiesFolder } from './own-strategies';
import { REPOSITORY } from './repository';

export interface BuiltFile {
  readonly name: string;
  readonly contents: Uint8Array;
}

export interface Built {
  readonly files: readonly BuiltFile[];
  /** Paths of what the bot is made of, from the root of the repository. */
  readonly botSources: readonly string[];
}

/** Where decisions are made. */
const DECIDES = [
  'packages/core/src/',
  'packages/engine/src/',
  'packages/strategies/src/',
  'services/bot/src/domain/',
];
const STRATEGIES = 'packages/strategies/src/';
/** They name all strategies, so that a new one would seem to change every other. */
const WIRING: ReadonlySet<string> = new Set([`${STRATEGIES}registry.ts`, `${STRATEGIES}index.ts`]);
/** Folders that are no strategy: every strategy may use them. */
const SHARED: ReadonlySet<string> = new Set(['indicators', 'overlays']);

/** With the time of the `former` build where nothing else has changed since: then there is nothing to write. */
export function manifestFile(tag: string, { files, botSources }: Built, former?: string): BuiltFile {
  const contents = {
    tag,
    version: versionOf('bot'),
    files: Object.fromEntries(files.map(({ name, contents }) => [name, sha256(contents)])),
    strategies: strategyDigests(botSources),
    dependencies: sha256(readFileSync(join(REPOSITORY, 'package-lock.json'))),
  };
  const builtAt = former === undefined ? undefined : builtAtIfSame(former, contents);
  const manifest: ReleaseManifest = { ...contents, built_at: builtAt ?? new Date().toISOString() };
  return { name: RELEASE_MANIFEST, contents: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}

function builtAtIfSame(former: string, contents: Omit<ReleaseManifest, 'built_at'>): string | undefined {
  try {
    const { built_at: builtAt, ...rest } = JSON.parse(former) as ReleaseManifest;
    return isDeepStrictEqual(rest, contents) ? builtAt : undefined;
  } catch {
    return undefined;
  }
}

/** A strategy is decided by its own folder and by everything that is no other strategy's. */
function strategyDigests(sources: readonly string[]): Record<string, string> {
  const folders = strategyFolders();
  const folderOf = (source: string) => folders.find(({ folder }) => source.startsWith(folder));
  const decides = (source: string) => DECIDES.some((place) => source.startsWith(place)) || folderOf(source);
  const deciding = sources.filter((source) => decides(source) && !WIRING.has(source)).sort();
  const digests = new Map(deciding.map((source) => [source, sha256(readFileSync(join(REPOSITORY, source)))]));
  return Object.fromEntries(
    folders.map(({ name }) => {
      const own = deciding.filter((source) => [undefined, name].includes(folderOf(source)?.name));
      return [name, sha256(own.map((source) => `${digests.get(source)} ${source}\n`).join(''))];
    }),
  );
}

/** The built-in ones and the user's own, each with its folder as the build names it. */
function strategyFolders(): { readonly name: string; readonly folder: string }[] {
  const builtIn = readdirSync(join(REPOSITORY, STRATEGIES), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name))
    .map(({ name }) => ({ name, folder: `${STRATEGIES}${name}/` }));
  const own = ownStrategies(strategiesFolder(process.env)).map(({ name, file }) => ({
    name,
    folder: `${relative(REPOSITORY, dirname(file))}/`,
  }));
  return [...builtIn, ...own];
}

function versionOf(service: string): string {
  const text = readFileSync(join(REPOSITORY, 'services', service, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
