/**
 * One seed in virtual time. The digest is over everything that the checkers saw: same seed, same digest, on
 * every machine.
 */
import { createHash } from 'node:crypto';
import type { PlantedBug } from '../planted/planted-bug';
import type { Schedule } from '../schedule/actions';
import { type Played, play } from '../world/play';
import { VirtualWorld } from './world';

export interface VirtualResult extends Omit<Played, 'history'> {
  readonly digest: string;
  /** Virtual time and events that it took. */
  readonly lastedMs: number;
  readonly steps: number;
  readonly log: readonly string[];
}

export async function runVirtual(schedule: Schedule, bug?: PlantedBug): Promise<VirtualResult> {
  const world = new VirtualWorld(schedule, bug);
  const { history, ...played } = await world.scheduler.run(play(world));
  const { nowMs: lastedMs, steps } = world.scheduler;
  return { ...played, digest: digestOf({ history, steps }), lastedMs, steps, log: world.log };
}

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) => (each instanceof Map ? [...each] : each));
  return createHash('sha256').update(text).digest('hex');
}
