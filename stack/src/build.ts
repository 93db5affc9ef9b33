/**
 * Bundles each service's main.ts into dist/services/<name>.mjs, and its workers beside it: our own packages inside, npm packages outside (but see INSIDE).
 * A file is replaced whole and only when its content changed, so running stacks and parallel tests never see half of one.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { OWN_BUILD_TAG, SERVICES, type ServiceName } from '@platform/contracts';
import { type BuildFailure, build, type Plugin, stop } from 'esbuild';
import { OperatorFault } from './fault';
import { type Built, type BuiltFile, manifestFile } from './release-manifest';
import { REPOSITORY } from './repository';

const OUTPUT = join(REPOSITORY, 'dist', 'services');

/** Programs that a service runs on threads of its own: src/workers/<name>.ts beside its main.ts. */
const WORKERS: Partial<Record<ServiceName, readonly string[]>> = { manager: ['backtest'] };

export function bundlePath(service: ServiceName): string {
  return join(OUTPUT, `${service}.mjs`);
}

/** The bundles, and what the build was made from: see release.ts. */
export async function buildServices(services: readonly ServiceName[]): Promise<void> {
  const built = await bundle(entryPointsOf(services));
  const files = [...built.files, ...(services.includes('bot') ? [manifestFile(OWN_BUILD_TAG, built)] : [])];
  writeBundles(OUTPUT, files);
}

/** Everything a release holds. */
export async function buildRelease(tag: string): Promise<readonly BuiltFile[]> {
  const built = await bundle(entryPointsOf(SERVICES));
  return [...built.files, manifestFile(tag, built)];
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

async function bundle(entryPoints: EntryPoint[]): Promise<Built> {
  const { outputFiles, metafile } = await build({
    entryPoints,
    absWorkingDir: REPOSITORY,
    outdir: OUTPUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [npmPackagesStayOutside],
    logLevel: 'silent',
  }).catch((error: BuildFailure) => {
    throw buildFault(error);
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: relative(OUTPUT, path), contents }));
  const bot = metafile.outputs[relative(REPOSITORY, bundlePath('bot'))];
  return { files, botSources: Object.keys(bot?.inputs ?? {}) };
}

function writeBundles(directory: string, files: readonly BuiltFile[]): void {
  try {
    mkdirSync(directory, { recursive: true });
    for (const { name, contents } of files) replaceFile(join(directory, name), contents);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new OperatorFault(
      `The services must be built anew and ${directory} is not yours to write: run ./platform up once as its owner, or use a clone of your own.`,
    );
  }
}

/** The bundler is a process of its own; a launcher that stays for weeks lets it go. */
export async function endBundler(): Promise<void> {
  await stop();
}

function buildFault({ errors, message }: BuildFailure): Error {
  const first = errors?.[0];
  const where = first?.location;
  const place = where ? `${where.file}:${where.line}: ` : '';
  return new OperatorFault(
    `The services do not build (${place}${first?.text ?? message}): mend that source and run this again.`,
  );
}

/** Our own, and npm packages of pure ES modules: only what is used of them comes along, which makes every process 15 MiB smaller. */
const INSIDE = /^(@platform\/|(zod|typebox|kysely)(\/|$))/;

const npmPackagesStayOutside: Plugin = {
  name: 'npm-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || INSIDE.test(path) ? undefined : { path, external: true },
    );
  },
};

function replaceFile(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  const partial = `${path}.partial-${process.pid}`;
  writeFileSync(partial, contents);
  renameSync(partial, path);
}
