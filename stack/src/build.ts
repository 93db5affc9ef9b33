/**
 * Bundles each service's main.ts into dist/services/<name>.mjs, and its workers beside it: our own packages inside, npm packages outside (but see INSIDE).
 * A file is replaced whole and only when its content changed, so running stacks and parallel tests never see half of one.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@platform/contracts';
import { type BuildFailure, build, type Plugin, stop } from 'esbuild';
import { OperatorFault } from './fault';
import { REPOSITORY } from './repository';

const OUTPUT = join(REPOSITORY, 'dist', 'services');

/** Programs that a service runs on threads of its own: src/workers/<name>.ts beside its main.ts. */
const WORKERS: Partial<Record<ServiceName, readonly string[]>> = { manager: ['backtest'] };

export function bundlePath(service: ServiceName): string {
  return join(OUTPUT, `${service}.mjs`);
}

export async function buildServices(services: readonly ServiceName[]): Promise<void> {
  await bundle(
    services.flatMap((service) => [
      { in: join(REPOSITORY, 'services', service, 'src', 'main.ts'), out: service },
      ...(WORKERS[service] ?? []).map((worker) => ({
        in: join(REPOSITORY, 'services', service, 'src', 'workers', `${worker}.ts`),
        out: `${service}-${worker}`,
      })),
    ]),
  );
}

/** What stands in for the world outside, each a program of the stack itself: src/<name>-main.ts. */
export type StandIn = 'venue' | 'identity';

export function standInPath(name: StandIn): string {
  return join(OUTPUT, `${name}.mjs`);
}

export async function buildStandIns(names: readonly StandIn[]): Promise<void> {
  await bundle(names.map((name) => ({ in: join(REPOSITORY, 'stack', 'src', `${name}-main.ts`), out: name })));
}

async function bundle(entryPoints: { in: string; out: string }[]): Promise<void> {
  const { outputFiles } = await build({
    entryPoints,
    outdir: OUTPUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
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
  try {
    mkdirSync(OUTPUT, { recursive: true });
    for (const file of outputFiles) replaceFile(file.path, file.contents);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new OperatorFault(
      `The services must be built anew and ${OUTPUT} is not yours to write: run ./platform up once as its owner, or use a clone of your own.`,
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
