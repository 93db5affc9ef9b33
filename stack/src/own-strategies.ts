/**
 * Strategies of the user's own: a folder outside the platform's tree, one folder per strategy,
 * `<name>/<name>.ts`. The registry of a build is the built-in ones and that folder: the plugin puts them in
 * the place of packages/strategies/src/own.ts.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { OperatorFault } from './fault';
import { REPOSITORY } from './repository';

export const STRATEGY_NAME = /^[a-z][a-z0-9_]{1,39}$/;
const OWN_MODULE = join(REPOSITORY, 'packages', 'strategies', 'src', 'own.ts');
/** Where the imports of a strategy are looked for, wherever its folder is. */
const RESOLVE_FROM = join(REPOSITORY, 'packages', 'strategies', 'src');
/** All that a strategy may import besides files of its own folder. */
export const MAY_IMPORT: readonly string[] = ['@platform/strategies/author', 'typebox'];

export interface OwnStrategy {
  readonly name: string;
  readonly file: string;
}

/** PLATFORM_STRATEGIES_DIR, or `strategies` in the checkout. */
export function strategiesFolder(environment: NodeJS.ProcessEnv): string {
  const invokedFrom = environment['PLATFORM_INVOKED_FROM'] ?? process.cwd();
  return resolve(invokedFrom, environment['PLATFORM_STRATEGIES_DIR'] || join(REPOSITORY, 'strategies'));
}

/**
 * By name. A folder without `<name>.ts` is Python only: it can be researched in the lab, and is left out
 * here.
 */
export function ownStrategies(folder: string): readonly OwnStrategy[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => STRATEGY_NAME.test(name) && statSync(join(folder, name)).isDirectory())
    .sort()
    .map((name) => ({ name, file: join(folder, name, `${name}.ts`) }))
    .filter(({ file }) => existsSync(file));
}

/** The folder's strategies in the registry of the build. */
export function ownStrategiesPlugin(folder: string): Plugin {
  return {
    name: 'own-strategies',
    setup(bundler) {
      bundler.onLoad({ filter: /[\\/]own\.ts$/ }, ({ path }) => {
        if (path !== OWN_MODULE) return undefined;
        const strategies = ownStrategies(folder);
        const taken = strategies.find(({ name }) => existsSync(join(RESOLVE_FROM, name, `${name}.ts`)));
        if (taken !== undefined) {
          return { errors: [{ text: `${taken.file} has the name of a built-in strategy: give it another` }] };
        }
        return { contents: registryModule(strategies), loader: 'ts', resolveDir: RESOLVE_FROM };
      });
      return ownImportsPlugin(folder).setup(bundler);
    },
  };
}

/**
 * What a strategy imports is looked for in the platform, wherever its folder is; and it may import little.
 */
function ownImportsPlugin(folder: string): Plugin {
  return {
    name: 'own-imports',
    setup({ onResolve, resolve: resolveAs }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer, kind, pluginData }) => {
        const isOwn = pluginData !== FOUND && kind !== 'entry-point' && isInside(folder, importer);
        if (!isOwn) return undefined;
        if (MAY_IMPORT.includes(path)) {
          return resolveAs(path, { resolveDir: RESOLVE_FROM, kind, pluginData: FOUND });
        }
        const text = `a strategy may import ${MAY_IMPORT.join(', ')} and files of its folder, not ${path}`;
        return { errors: [{ text }] };
      });
    },
  };
}

const FOUND = 'found in the platform';

/**
 * A program with strategies of the folder in it but not in its registry: what proves one must not depend on
 * the others. `sourceOf` gives their files another text.
 */
export async function bundleProgram(
  contents: string,
  folder: string,
  outfile: string,
  sourceOf?: (file: string) => string,
): Promise<void> {
  const otherText: Plugin = {
    name: 'other-text',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) =>
        sourceOf !== undefined && isInside(folder, path)
          ? { contents: sourceOf(path), loader: 'ts' }
          : undefined,
      );
    },
  };
  await build({
    stdin: { contents, resolveDir: REPOSITORY, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    plugins: [otherText, ownImportsPlugin(folder)],
    logLevel: 'silent',
  });
}

export function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && !path.startsWith('..');
}

/** Source of what lets a strategy into the registry. */
export const NAMED = `const named = (name, strategy) => {
  if (strategy?.name === name) return strategy;
  throw new Error(\`the strategy in the folder \${name} calls itself \${strategy?.name}\`);
};`;

function registryModule(strategies: readonly OwnStrategy[]): string {
  const imports = strategies.map(({ file }, k) => `import s${k} from ${JSON.stringify(file)};`);
  const entries = strategies.map(({ name }, k) => `named(${JSON.stringify(name)}, s${k})`);
  return `${imports.join('\n')}
${NAMED}
export const ownStrategies = [${entries.join(', ')}];
`;
}

/**
 * Of the strategy's own files, as they are imported; what it takes from the platform has a version of its
 * own.
 */
export async function sourceDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for (const input of await sourceInputs(file)) {
    hash
      .update(`${input}\n`)
      .update(readFileSync(join(dirname(file), input)))
      .update('\n');
  }
  return hash.digest('hex');
}

/** Relative to the folder of the strategy, the strategy itself among them. */
export async function sourceInputs(file: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    absWorkingDir: dirname(file),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  }).catch((error: { errors?: { text: string; location: { line: number } | null }[]; message: string }) => {
    const first = error.errors?.[0];
    const place = first?.location ? `:${first.location.line}` : '';
    throw new OperatorFault(`${file}${place}: ${first?.text ?? error.message}`);
  });
  return Object.keys(metafile.inputs).sort();
}
