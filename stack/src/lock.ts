/** One launcher per home. The lock names its holder, so the lock of a killed launcher is recognised and taken over. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from './fault';
import type { Home } from './home';
import { identify, isAlive, type ProcessIdentity } from './process/identity';

const lockFile = (home: Home) => join(home.run, 'launcher.lock');

/** Takes the lock for this process. */
export function takeLock(home: Home): void {
  const self = identify(process.pid);
  for (;;) {
    try {
      writeFileSync(lockFile(home), JSON.stringify(self), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = lockHolder(home);
    if (holder !== undefined) throw new AlreadyRunning(home, holder);
    releaseLock(home);
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
  try {
    const holder = JSON.parse(readFileSync(lockFile(home), 'utf8')) as ProcessIdentity;
    return isAlive(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

export function releaseLock(home: Home): void {
  rmSync(lockFile(home), { force: true });
}
