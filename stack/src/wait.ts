import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/** Polls until the probe says yes; false when the deadline passes first. */
export async function waitUntil(probe: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await probe()) return true;
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}
