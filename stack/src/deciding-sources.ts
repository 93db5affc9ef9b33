/**
 * For each strategy a digest of the sources that decide: what the bot is made of, as far as it is where
 * decisions are made, and the npm packages that are used there. A release carries them in its manifest and
 * every bundle within itself, so that a certificate names the code that a bot runs.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { ownStrategies, ownStrategiesPlugin } from './own-strategies';
import { REPOSITORY } from './repository';

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
/** ./platform installs what it says before anything is built. */
export const LOCK_FILE = 'package-lock.json';
const BUILT_FROM = join(REPOSITORY, 'packages', 'engine', 'src', 'built-from.ts');

export interface DecidingSources {
  /** Paths from the root of the repository. */
  readonly sources: readonly string[];
  readonly digests: Readonly<Record<string, string>>;
}

interface LockedPackage {
  readonly version?: string;
  /** The digest of its files. */
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** By the folder they are installed in. */
type LockedPackages = Readonly<Record<string, LockedPackage | undefined>>;

/**
 * `folder`: of the user's own strategies. A strategy is decided by its own folder and by everything that is
 * no other strategy's.
 */
export async function decidingSources(
  folder: string,
  lockFile = readFileSync(join(REPOSITORY, LOCK_FILE), 'utf8'),
): Promise<DecidingSources> {
  const folders = strategyFolders(folder);
  const folderOf = (source: string) => folders.find((strategy) => source.startsWith(strategy.folder));
  const isDeciding = (source: string) =>
    !WIRING.has(source) && (DECIDES.some((place) => source.startsWith(place)) || folderOf(source));
  const inputs = await inputsOfBot(folder);
  const sources = Object.keys(inputs).filter(isDeciding).sort();
  const { packages } = JSON.parse(lockFile) as { packages: LockedPackages };
  const contents = new Map(sources.map((source) => [source, sha256(readFileSync(join(REPOSITORY, source)))]));
  const digests = folders.map(({ name }) => {
    const own = sources.filter((source) => [undefined, name].includes(folderOf(source)?.name));
    const lines = own.map((source) => `${contents.get(source)} ${source}\n`);
    return [name, sha256([...lines, ...npmPackages(own, inputs, packages)].join(''))] as const;
  });
  return { sources, digests: Object.fromEntries(digests) };
}

/** The digests within the bundle. */
export function builtFromPlugin({ digests }: DecidingSources): Plugin {
  return {
    name: 'built-from',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]built-from\.ts$/ }, ({ path }) =>
        path === BUILT_FROM
          ? { contents: `export const BUILT_FROM = ${JSON.stringify(digests)};`, loader: 'js' }
          : undefined,
      );
    },
  };
}

async function inputsOfBot(folder: string): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    entryPoints: [join(REPOSITORY, 'services', 'bot', 'src', 'main.ts')],
    absWorkingDir: REPOSITORY,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    plugins: [ownStrategiesPlugin(folder), ownSourcesOnly],
    logLevel: 'silent',
  });
  return metafile.inputs;
}

/** What the sources import, and what that depends on in turn, as the lock file has it. */
function npmPackages(
  sources: readonly string[],
  inputs: Metafile['inputs'],
  packages: LockedPackages,
): readonly string[] {
  const found = new Map<string, string>();
  const add = (name: string, from: string): void => {
    const place = placeOf(name, from, packages);
    if (place === undefined || found.has(place)) return;
    const { version, integrity, dependencies = {} } = packages[place]!;
    found.set(place, `${name}@${version} ${integrity}\n`);
    for (const dependency of Object.keys(dependencies)) add(dependency, place);
  };
  for (const source of sources) {
    for (const { path, external } of inputs[source]!.imports) {
      if (external === true) add(/^(@[^/]+\/)?[^/]+/.exec(path)![0], dirname(source));
    }
  }
  return [...new Set(found.values())].sort();
}

/** Found as Node finds it: in the nearest folder upwards that has it. */
function placeOf(name: string, from: string, packages: LockedPackages): string | undefined {
  const place = join(from, 'node_modules', name);
  if (packages[place] !== undefined) return place;
  const above = dirname(from);
  return above === from ? undefined : placeOf(name, above, packages);
}

/** npm packages are known by the lock file. */
const ownSourcesOnly: Plugin = {
  name: 'own-sources-only',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@platform/') ? undefined : { path, external: true },
    );
  },
};

/** The built-in ones and the user's own, each with its folder as the build names it. */
function strategyFolders(folder: string): { readonly name: string; readonly folder: string }[] {
  const builtIn = readdirSync(join(REPOSITORY, STRATEGIES), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name))
    .map(({ name }) => ({ name, folder: `${STRATEGIES}${name}/` }));
  const own = ownStrategies(folder).map(({ name, file }) => ({
    name,
    folder: `${relative(REPOSITORY, dirname(file))}/`,
  }));
  return [...builtIn, ...own];
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
