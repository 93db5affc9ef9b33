/**
 * Where the database lives. In PLATFORM_HOME, unless PostgreSQL runs under an account that cannot get there
 * (root's clone under a 0700 home): then under /var/lib/platform, with a link in PLATFORM_HOME that remembers
 * it.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from '../fault';
import type { Home } from '../home';
import { type Account, canEnter } from './account';
import { systemDirectory } from './system-directory';

export function postgresPlace(home: Home, account: Account | undefined): string {
  if (lstatSync(home.postgres, { throwIfNoEntry: false }) !== undefined) return existingPlace(home, account);
  if (account === undefined || canEnter(account, home.root)) return home.postgres;
  const outside = join(systemDirectory(), randomBytes(8).toString('hex'));
  symlinkSync(outside, home.postgres);
  mkdirSync(outside, { mode: 0o700 });
  return outside;
}

/** True when a database was made here before. */
export function haveDatabase(home: Home): boolean {
  return existsSync(join(home.postgres, 'data'));
}

function existingPlace(home: Home, account: Account | undefined): string {
  if (!existsSync(home.postgres)) {
    throw new OperatorFault(
      `The database that ${home.postgres} points to is gone: bring it back, or remove the link to start with an empty one.`,
    );
  }
  const place = realpathSync(home.postgres);
  const owned = existsSync(join(place, 'data'));
  if (account !== undefined && owned && !canEnter(account, join(place, 'data'))) {
    throw new OperatorFault(
      `The account that runs PostgreSQL can no longer reach ${place}: let others pass through the directories above it (chmod o+x).`,
    );
  }
  return place;
}
