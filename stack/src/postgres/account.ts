/**
 * The system account PostgreSQL runs under. PostgreSQL refuses root, so root hands it to the `postgres`
 * account (made when missing); an ordinary user runs it as himself and `undefined` is returned.
 */
import { spawnSync } from 'node:child_process';
import { OperatorFault } from '../fault';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const ACCOUNT_NAME = 'postgres';

const CREATE_COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT_NAME]],
  ['adduser', ['--system', '--group', '--no-create-home', ACCOUNT_NAME]],
  ['adduser', ['-S', '-D', '-H', ACCOUNT_NAME]],
];

export function postgresAccount(): Account | undefined {
  if (!needsAccount()) return undefined;
  const existing = existingAccount();
  if (existing !== undefined) return existing;
  for (const [command, args] of CREATE_COMMANDS) {
    spawnSync(command, args, { stdio: 'ignore' });
    const created = existingAccount();
    if (created !== undefined) return created;
  }
  throw new OperatorFault(
    'PostgreSQL does not run as root and no postgres account could be made: create one (useradd --system postgres) or run ./platform as an ordinary user.',
  );
}

export function needsAccount(): boolean {
  return process.getuid?.() === 0;
}

export function existingAccount(): Account | undefined {
  const uid = numericId('-u');
  const gid = numericId('-g');
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Whether the account can enter a directory, asked of the kernel rather than derived from mode bits. */
export function canEnter(account: Account | undefined, directory: string): boolean {
  return spawnSync('test', ['-x', directory], { ...account, cwd: '/' }).status === 0;
}

function numericId(flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, ACCOUNT_NAME], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : undefined;
}
