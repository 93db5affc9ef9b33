/** Locks that name their holder, so that the lock of a killed process is recognised and taken over; one launcher per home. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from './fault';
import type { Home } from './home';
import { identify, isAlive, type ProcessIdentity } from './process/identity';

const launcherLock = (home: Home) => join(home.run, 'launcher.lock');

/** Takes the lock for this process; false when another living process holds it. */
export function takeLockFile(file: string): boolean {
  const self = identify(process.pid);
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (holderOf(file) !== undefined) return false;
    releaseLockFile(file);
  }
}

export function releaseLockFile(file: string): void {
  rmSync(file, { force: true });
}

export function takeLock(home: Home): void {
  while (!takeLockFile(launcherLock(home))) {
    const holder = lockHolder(home);
    if (holder !== undefined) throw new AlreadyRunning(home, holder);
  }
}

/** Thrown when a home already has a living launcher. */
export class AlreadyRunning extends OperatorFault {
  constructor(home: Home, holder: ProcessIdentity) {
    super(
      `The stack in ${home.root} is already running (launcher pid ${holder.pid}): ./platform status shows it, ./platform down stops it.`,
    );
  }
}

export function lockHolder(home: Home): ProcessIdentity | undefined {
  return holderOf(launcherLock(home));
}

export function releaseLock(home: Home): void {
  releaseLockFile(launcherLock(home));
}

function holderOf(file: string): ProcessIdentity | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
    return isAlive(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}
