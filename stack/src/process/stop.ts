/**
 * Stopping a process and its group: politely first, then by force. Never touches a process that is not the
 * one meant.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, type ProcessIdentity } from './identity';

export interface StopOptions {
  readonly signal: NodeJS.Signals;
  readonly timeoutMs: number;
}

const POLL_MS = 25;
const KILL_TIMEOUT_MS = 10_000;

/** Resolves when the process is gone, with whether it had to be killed. */
export async function stopProcess(
  identity: ProcessIdentity,
  { signal, timeoutMs }: StopOptions,
): Promise<'gone' | 'stopped' | 'killed'> {
  if (!isAlive(identity)) return 'gone';
  send(identity.pid, signal);
  if (await waitUntilGone(identity, timeoutMs)) return 'stopped';
  // Each process leads its own group, so its children go with it.
  send(-identity.pid, 'SIGKILL');
  send(identity.pid, 'SIGKILL');
  await waitUntilGone(identity, KILL_TIMEOUT_MS);
  return 'killed';
}

export async function waitUntilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(identity)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
