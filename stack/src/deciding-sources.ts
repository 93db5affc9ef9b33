/**
 * For each strategy a digest of the sources that decide: what the bot is made of, as far as it is where
 * decisions are made. A release carries them in its manifest and every bundle within itself, so that a
 * certificate names the code that a bot runs.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
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
const BUILT_FROM = join(REPOSITORY, 'packages', 'engine', 'src', 'built-from.ts');

export interface DecidingSources {
  /** Paths from the root of the repository. */
  readonly sources: readonly string[];
  readonly digests: Readonly<Record<string, string>>;
}

/**
 * `folder`: of the user's own strategies. A strategy is decided by its own folder and by everything that is
 * no other strategy's.
 */
export async function decidingSources(folder: string): Promise<DecidingSources> {
  const folders = strategyFolders(folder);
  const folderOf = (source: string) => folders.find((strategy) => source.startsWith(strategy.folder));
  const isDeciding = (source: string) =>
    !WIRING.has(source) && (DECIDES.some((place) => source.startsWith(place)) || folderOf(source));
  const sources = (await sourcesOfBot(folder)).filter(isDeciding).sort();
  const contents = new Map(sources.map((source) => [source, sha256(readFileSync(join(REPOSITORY, source)))]));
  const digests = folders.map(({ name }) => {
    const own = sources.filter((source) => [undefined, name].includes(folderOf(source)?.name));
    return [name, sha256(own.map((source) => `${contents.get(source)} ${source}\n`).join(''))] as const;
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

async function sourcesOfBot(folder: string): Promise<string[]> {
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
  return Object.keys(metafile.inputs);
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
