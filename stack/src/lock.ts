/**
 * Locks that name their holder, so that the lock of a killed process is recognised and taken over; one
 * launcher per home.
 *
 * A lock is a file that appears with its content, by a hard link: the process that makes the link holds it.
 * The lock of a dead holder is never deleted by those who want it, since one of them could delete the lock of
 * another that was quicker. Instead its successor is decided by a second link, named after the dead holder;
 * the process that makes it and still finds the same dead holder takes its place.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from './fault';
import type { Home } from './home';
import { identify, isAlive, type ProcessIdentity } from './process/identity';

const launcherLock = (home: Home) => join(home.run, 'launcher.lock');

/** Takes the lock for this process; false when another living process holds it. */
export function takeLockFile(file: string): boolean {
  const self = identify(process.pid)!;
  const own = `${file}.${nameOf(self)}`;
  writeFileSync(own, JSON.stringify(self), { mode: 0o600 });
  try {
    for (;;) {
      const taken = tryToTake(file, own);
      if (taken !== 'again') return taken === 'taken';
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function tryToTake(file: string, own: string): 'taken' | 'held' | 'again' {
  if (link(own, file)) return 'taken';
  // The dead holder, and the dead among those who wanted to succeed it, each with the claim that names the
  // one before.
  const dead: { readonly claim: string; readonly text: string }[] = [];
  for (let claim = file; ; claim = `${file}.after-${nameOf(parse(dead.at(-1)!.text))}`) {
    if (dead.length > 0 && link(own, claim)) break;
    const text = textOf(claim);
    if (text === undefined) return 'again';
    const holder = parse(text);
    if (holder !== undefined && isAlive(holder)) return 'held';
    if (dead.some((one) => one.text === text)) return 'again';
    dead.push({ claim, text });
  }
  const claim = `${file}.after-${nameOf(parse(dead.at(-1)!.text))}`;
  const isUnchanged = dead.every((one) => textOf(one.claim) === one.text);
  // Over the dead holder's lock: from here on it is ours, and only then the claims may go.
  if (isUnchanged) renameSync(own, file);
  for (const name of [claim, ...(isUnchanged ? dead.slice(1).map((one) => one.claim) : [])])
    rmSync(name, { force: true });
  return isUnchanged ? 'taken' : 'again';
}

/** Only the holder gives a lock back: one that is left by a dead process is taken over by the next. */
export function releaseLockFile(file: string): void {
  const holder = parse(textOf(file) ?? '');
  if (holder !== undefined && nameOf(holder) === nameOf(identify(process.pid))) rmSync(file, { force: true });
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
  const holder = parse(textOf(launcherLock(home)) ?? '');
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

/**
 * From this process, which holds it, to another one or back from it: at every moment one of the two holds it.
 */
export function passLock(home: Home, holder: ProcessIdentity): void {
  const partial = `${launcherLock(home)}.passed`;
  writeFileSync(partial, JSON.stringify(holder), { mode: 0o600 });
  renameSync(partial, launcherLock(home));
}

export function releaseLock(home: Home): void {
  releaseLockFile(launcherLock(home));
}

function link(existing: string, name: string): boolean {
  try {
    linkSync(existing, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

function parse(text: string): ProcessIdentity | undefined {
  try {
    const { pid, startTicks } = JSON.parse(text) as ProcessIdentity;
    return Number.isInteger(pid) && Number.isInteger(startTicks) ? { pid, startTicks } : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(holder: ProcessIdentity | undefined): string {
  return holder === undefined ? 'free' : `${holder.pid}-${holder.startTicks}`;
}
