/**
 * The data directory of the embedded PostgreSQL. It appears under its final name only once initdb has
 * finished, so a half-made one is never started. All logins use scram-sha-256 and there is no Unix socket.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFull, mentionsFullDisk, OperatorFault } from '../fault';
import type { Account } from './account';
import type { PostgresBinaries } from './binaries';

export const ADMIN_ROLE = 'platform_admin';

export interface ClusterOptions {
  /** Holds the data directory; belongs to the account that runs PostgreSQL. */
  readonly directory: string;
  readonly account: Account | undefined;
  readonly binaries: PostgresBinaries;
  readonly adminPassword: string;
  /** Off only for tests: a crash of the machine may then lose the data. */
  readonly durable: boolean;
}

/** Makes the cluster unless it exists; returns its data directory. */
export function ensureCluster(options: ClusterOptions): string {
  const data = join(options.directory, 'data');
  if (existsSync(data)) {
    checkMajorVersion(data, options.binaries.major);
    return data;
  }
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  if (options.account !== undefined) chownSync(options.directory, options.account.uid, options.account.gid);
  const partial = join(options.directory, 'data.partial');
  rmSync(partial, { recursive: true, force: true });
  initialise(partial, options);
  renameSync(partial, data);
  return data;
}

function initialise(target: string, options: ClusterOptions): void {
  const passwordFile = join(options.directory, 'initdb-password');
  writeFileSync(passwordFile, options.adminPassword, { mode: 0o600 });
  if (options.account !== undefined) chownSync(passwordFile, options.account.uid, options.account.gid);
  try {
    const { status, stdout, stderr, error } = spawnSync(
      options.binaries.initdb,
      [
        `--pgdata=${target}`,
        `--username=${ADMIN_ROLE}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--no-locale',
        '--no-instructions',
        ...(options.durable ? [] : ['--no-sync']),
      ],
      { ...options.account, cwd: '/', env: { TZ: 'UTC', LC_ALL: 'C' }, encoding: 'utf8' },
    );
    if (status !== 0)
      throw initdbFault(`${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`, options.directory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function initdbFault(output: string, directory: string): OperatorFault {
  if (mentionsFullDisk(output)) return diskFull(directory);
  const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim();
  return new OperatorFault(`PostgreSQL could not make its data directory in ${directory}: ${reason.trim()}`);
}

function checkMajorVersion(data: string, major: number): void {
  let found: string;
  try {
    found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new OperatorFault(`${data} is not a PostgreSQL data directory: move it away and run this again.`);
  }
  if (Number(found) !== major) {
    throw new OperatorFault(
      `The data in ${data} was written by PostgreSQL ${found} and this version brings ${major}: move it away, or restore a dump into a fresh one.`,
    );
  }
}
