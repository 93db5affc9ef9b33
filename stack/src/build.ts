/**
 * Bundles each service's main.ts into dist/services/<name>.mjs, and its workers beside it: our own packages
 * inside, npm packages outside (but see INSIDE). A file is replaced whole and only when its content changed,
 * so running stacks and parallel tests never see half of one.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { OWN_BUILD_TAG, RELEASE_MANIFEST, SERVICES, type ServiceName } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import { type BuildFailure, build, type Plugin, stop } from 'esbuild';
import { builtFromPlugin, type DecidingSources, decidingSources, LOCK_FILE } from './deciding-sources';
import { OperatorFault } from './fault';
import { ownStrategies, ownStrategiesPlugin, strategiesFolder } from './own-strategies';
import { refuseBrokenModules } from './own-strategies-probe';
import { type Built, type BuiltFile, manifestFile } from './release-manifest';
import { REPOSITORY } from './repository';

const OUTPUT = join(REPOSITORY, 'dist', 'services');

/** Programs that a service runs on threads of its own: src/workers/<name>.ts beside its main.ts. */
const WORKERS: Partial<Record<ServiceName, readonly string[]>> = {
  manager: ['backtest', 'drawing', 'experiment', 'strategy', 'trials', 'worker'],
};

export function bundlePath(service: ServiceName): string {
  return join(OUTPUT, `${service}.mjs`);
}

/** The program of `./platform worker`, built with the manager. */
export function workerPath(): string {
  return join(OUTPUT, 'manager-worker.mjs');
}

/** The bundles, and what the build was made from: see release.ts. */
export async function buildServices(services: readonly ServiceName[]): Promise<void> {
  const built = await bundleServices(services);
  // Of the bot alone: what else is built beside it differs from call to call.
  const ofBot = { ...built, files: built.files.filter(({ name }) => name.startsWith('bot.')) };
  const manifest = services.includes('bot') ? [manifestFile(OWN_BUILD_TAG, ofBot, formerManifest())] : [];
  writeBundles(OUTPUT, [...built.files, ...manifest]);
}

function formerManifest(): { readonly former?: string } {
  const path = join(OUTPUT, RELEASE_MANIFEST);
  return existsSync(path) ? { former: readFileSync(path, 'utf8') } : {};
}

/** Everything a release holds. */
export async function buildRelease(
  tag: string,
  builtAt = new Date().toISOString(),
): Promise<readonly BuiltFile[]> {
  const built = await bundleServices(SERVICES);
  return [...built.files, manifestFile(tag, built, { builtAt })];
}

/** The files of the services, written nowhere. `plugins` come before our own. */
export function bundleServices(
  services: readonly ServiceName[],
  plugins: readonly Plugin[] = [],
): Promise<Built> {
  return bundle(entryPointsOf(services), plugins);
}

function entryPointsOf(services: readonly ServiceName[]): EntryPoint[] {
  return services.flatMap((service) => [
    { in: join(REPOSITORY, 'services', service, 'src', 'main.ts'), out: service },
    ...(WORKERS[service] ?? []).map((worker) => ({
      in: join(REPOSITORY, 'services', service, 'src', 'workers', `${worker}.ts`),
      out: `${service}-${worker}`,
    })),
  ]);
}

/** What stands in for the world outside, each a program of the stack itself: src/<name>-main.ts. */
export type StandIn = 'venue' | 'identity';

export function standInPath(name: StandIn): string {
  return join(OUTPUT, `${name}.mjs`);
}

export async function buildStandIns(names: readonly StandIn[]): Promise<void> {
  const entryPoints = names.map((name) => ({
    in: join(REPOSITORY, 'stack', 'src', `${name}-main.ts`),
    out: name,
  }));
  writeBundles(OUTPUT, (await bundle(entryPoints)).files);
}

interface EntryPoint {
  readonly in: string;
  readonly out: string;
}

/** What decides, once everything of the user's own is known to build and to load. */
async function soundSources(folder: string): Promise<DecidingSources> {
  const deciding = await decidingSources(folder).catch(buildFault);
  await refuseBrokenModules(folder);
  return deciding;
}

async function bundle(entryPoints: EntryPoint[], plugins: readonly Plugin[] = []): Promise<Built> {
  const folder = strategiesFolder(process.env);
  const deciding = await soundSources(folder);
  const { outputFiles } = await build({
    entryPoints,
    absWorkingDir: REPOSITORY,
    outdir: OUTPUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [
      ...plugins,
      ownStrategiesPlugin(folder),
      builtFromPlugin(deciding),
      npmPackagesStayOutside(INSIDE),
    ],
    logLevel: 'silent',
  }).catch(buildFault);
  const files = outputFiles.map(({ path, contents }) => ({ name: relative(OUTPUT, path), contents }));
  return { files, strategies: deciding.digests };
}

function writeBundles(directory: string, files: readonly BuiltFile[]): void {
  try {
    mkdirSync(directory, { recursive: true });
    for (const { name, contents } of files) replaceFile(join(directory, name), contents);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new OperatorFault(
      `The services must be rebuilt and ${directory} is not yours to write: run ./platform up once as its owner, or use a clone of your own.`,
    );
  }
}

/** The bundler is a process of its own; a launcher that stays for weeks lets it go. */
export async function endBundler(): Promise<void> {
  await stop();
}

function buildFault({ errors, message }: BuildFailure): never {
  const first = errors?.[0];
  const where = first?.location;
  const place = where ? `${where.file}:${where.line}: ` : '';
  throw new OperatorFault(
    `The services do not build (${place}${first?.text ?? message}): correct that source and run this again.`,
  );
}

/**
 * Our own, and npm packages of pure ES modules: only what is used of them comes along, which makes every
 * process 15 MiB smaller. The program that does trials must be whole: its threads run its text, and that has
 * no folder from which packages could be found.
 */
const INSIDE = /^(@platform\/|(zod|typebox|kysely|decimal\.js)(\/|$))/;
/** What a light command also loads at its start: one file to read instead of many. */
const INSIDE_LIGHT = /^(@platform\/|(zod|typebox|kysely|commander|cli-progress)(\/|$))/;

function npmPackagesStayOutside(inside: RegExp): Plugin {
  return {
    name: 'npm-packages-stay-outside',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' || inside.test(path) ? undefined : { path, external: true },
      );
    },
  };
}

function replaceFile(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  const partial = `${path}.partial-${process.pid}`;
  writeFileSync(partial, contents);
  renameSync(partial, path);
}

/**
 * Commands that need no service, bundled so that they start at once: dist/cli-<digest>/light.mjs and the
 * worker beside it.
 */
const LIGHT = join(REPOSITORY, 'dist');
const LIGHT_ENTRIES = [
  { in: join(REPOSITORY, 'cli', 'src', 'light.ts'), out: 'light' },
  { in: join(REPOSITORY, 'cli', 'src', 'research', 'trial-worker.ts'), out: 'trial-worker' },
];

/** Builds them and records what they were built from (see cli/start.mjs); returns the entry point. */
export async function buildLightCommands(): Promise<string> {
  const folder = strategiesFolder(process.env);
  const deciding = await soundSources(folder);
  const { outputFiles, metafile } = await build({
    entryPoints: LIGHT_ENTRIES,
    outdir: LIGHT,
    absWorkingDir: REPOSITORY,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';const require = requireOf(import.meta.url);",
    },
    plugins: [ownStrategiesPlugin(folder), builtFromPlugin(deciding), npmPackagesStayOutside(INSIDE_LIGHT)],
    logLevel: 'silent',
  }).catch(buildFault);
  const own = ownStrategies(folder).map(({ name }) => name);
  const madeFrom = new Set([...Object.keys(metafile.inputs), ...deciding.sources, LOCK_FILE]);
  const inputs = [...madeFrom].map((input) => {
    const path = resolve(REPOSITORY, input);
    const { mtimeMs, size } = statSync(path);
    return [path, mtimeMs, size] as const;
  });
  const hash = createHash('sha256');
  for (const file of outputFiles) hash.update(file.path).update(file.contents);
  const digest = hash.digest('hex').slice(0, 16);
  const target = join(LIGHT, `cli-${digest}`);
  mkdirSync(target, { recursive: true });
  removeFormerBundles(target);
  for (const file of outputFiles) replaceFile(join(target, basename(file.path)), file.contents);
  const stamp = { entry: join(target, 'light.mjs'), folder, own, inputs };
  replaceFile(join(LIGHT, 'cli.json'), Buffer.from(JSON.stringify(stamp)));
  return stamp.entry;
}

/** A day later nothing runs from them any more. */
function removeFormerBundles(current: string): void {
  for (const name of readdirSync(LIGHT)) {
    const path = join(LIGHT, name);
    const isFormer =
      name.startsWith('cli-') && path !== current && Date.now() - statSync(path).mtimeMs > DAY_MS;
    if (isFormer) rmSync(path, { recursive: true, force: true });
  }
}
