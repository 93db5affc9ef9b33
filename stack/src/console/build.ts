/**
 * Builds the console when its sources changed, into dist/console/<digest>: a finished build is never touched
 * again, so a running console keeps its files whatever is built next. Builders take turns; who waited finds
 * the build done.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorFault } from '../fault';
import type { Home } from '../home';
import { releaseLockFile, takeLockFile } from '../lock';
import { logPath, openLog, rotateLog } from '../process/log-file';
import { REPOSITORY } from '../repository';
import { consoleDigest } from './sources';

const APP = join(REPOSITORY, 'apps', 'console');
const OUTPUT = join(REPOSITORY, 'dist', 'console');
const TURN_MS = 500;
/** How often a build says that it is alive: on a slow machine it takes minutes. */
const STILL_MS = 20_000;
/** A stack that runs from an older build keeps it for a while. */
const KEPT_BUILDS = 3;

/** Returns the program to run. */
export async function buildConsole(
  home: Home,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const build = join(OUTPUT, consoleDigest());
  const program = join(build, 'apps', 'console', 'server.js');
  if (existsSync(program)) return program;
  const lock = join(OUTPUT, 'build.lock');
  mkdirSync(OUTPUT, { recursive: true });
  while (!takeLockFile(lock)) await sleep(TURN_MS, undefined, { signal });
  try {
    if (!existsSync(program)) {
      const startedAt = performance.now();
      report('console   building, about a minute when its sources are new');
      const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
      const alive = setInterval(() => report(`console   still building, ${seconds()} s`), STILL_MS);
      await runNext(home, signal).finally(() => clearInterval(alive));
      assemble(build);
      forgetOldBuilds();
      report(`console   built in ${seconds()} s`);
    }
    return program;
  } finally {
    releaseLockFile(lock);
  }
}

async function runNext(home: Home, signal: AbortSignal): Promise<void> {
  const name = 'console-build';
  rotateLog(home, name);
  const log = openLog(home, name);
  const next = join(REPOSITORY, 'node_modules', 'next', 'dist', 'bin', 'next');
  const child = spawn(process.execPath, [next, 'build'], {
    cwd: APP,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // The builder and its workers are one group, and half a build is worth nothing.
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  signal.addEventListener('abort', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', end);
  if (code !== 0) throw new OperatorFault(`The console does not build: see ${logPath(home, name)}.`);
}

/** Next.js leaves out what a content network would serve; here the console serves it itself. */
function assemble(build: string): void {
  const partial = `${build}.partial`;
  rmSync(partial, { recursive: true, force: true });
  renameSync(join(APP, '.next', 'standalone'), partial);
  cpSync(join(APP, '.next', 'static'), join(partial, 'apps', 'console', '.next', 'static'), {
    recursive: true,
  });
  if (existsSync(join(APP, 'public'))) {
    cpSync(join(APP, 'public'), join(partial, 'apps', 'console', 'public'), { recursive: true });
  }
  renameSync(partial, build);
}

function forgetOldBuilds(): void {
  const age = (name: string) => -statSync(join(OUTPUT, name)).mtimeMs;
  const builds = readdirSync(OUTPUT).filter((name) => /^[0-9a-f]{16}$/.test(name));
  for (const name of builds.sort((a, b) => age(a) - age(b)).slice(KEPT_BUILDS)) {
    rmSync(join(OUTPUT, name), { recursive: true, force: true });
  }
}
