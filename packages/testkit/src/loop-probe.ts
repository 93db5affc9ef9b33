/** How long the event loop of a spawned service was busy without a pause. */
import { eventually } from './eventually';
import type { SpawnedService } from './spawn-service';

/** For the environment of a service that is to be probed. */
export const LOOP_PROBE = {
  NODE_OPTIONS: `--import ${new URL('loop-probe-entry.mjs', import.meta.url).href}`,
};

export interface LongestTurn {
  /** Processor time of the service's own thread: what it did, however busy the machine is. */
  readonly busyMs: number;
  /** By the clock, waiting for a processor included. */
  readonly heldUpMs: number;
}

/** The longest turn of the event loop since the last call. */
export async function longestTurn({ process: child, output }: SpawnedService): Promise<LongestTurn> {
  const said = () => [...output().matchAll(/\{"loop_busy_ms":([\d.]+),"loop_held_up_ms":([\d.]+)\}/g)];
  const before = said().length;
  child.kill('SIGUSR2');
  const [, busy, heldUp] = await eventually(() => said()[before] ?? false);
  return { busyMs: Number(busy), heldUpMs: Number(heldUp) };
}
