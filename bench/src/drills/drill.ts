/**
 * What a drill is: one thing that is broken in a running platform, as it breaks at night, and the alerts that
 * it raises.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertName } from '@platform/contracts';
import type { ExpectedAlert, WatchedStack } from '../watching-harness';

export interface RaisedAlert extends ExpectedAlert {
  readonly alert: AlertName;
  /** It fires only after a while, by a setting of its own, so it says nothing about how fast messages are. */
  readonly hasToLast?: true;
  /** That while is longer than about two minutes: it is waited for only where that is asked for. */
  readonly isSlow?: true;
  /** What is broken is what would send its message, so it is looked for where rules are judged. */
  readonly isUnsendable?: true;
}

export type Repair = () => unknown;

export interface Drill {
  readonly what: string;
  readonly raises: readonly RaisedAlert[];
  /** The right to mount, which not everybody has. */
  readonly needsVolume?: true;
  /** Breaking is the last that it does: what it needs for that may take a while. */
  break(stack: WatchedStack): Promise<Repair>;
}

export const atOnce = (alert: AlertName, labels: RaisedAlert['labels'] = {}): RaisedAlert => ({
  alert,
  labels,
});

export const late = (alert: AlertName, labels: RaisedAlert['labels'] = {}): RaisedAlert => ({
  alert,
  labels,
  hasToLast: true,
});

export const slow = (alert: AlertName, labels: RaisedAlert['labels'] = {}): RaisedAlert => ({
  ...late(alert, labels),
  isSlow: true,
});

/** In this order, and the others also where one of them fails. */
export const all =
  (...repairs: readonly Repair[]): Repair =>
  async () => {
    const faults: unknown[] = [];
    for (const repair of repairs) {
      try {
        await repair();
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw faults[0];
  };

/**
 * Goes on with what breaks more. Where that fails, what is broken already is repaired at once: nothing else
 * knows of it.
 */
export async function thenBreak(repair: Repair, next: () => unknown): Promise<Repair> {
  try {
    await next();
    return repair;
  } catch (fault) {
    await repair();
    throw fault;
  }
}

/** Goes on until it is repaired; what fails on the way is what the drill is about. */
export function repeat(everyMs: number, act: () => Promise<unknown>): Repair {
  const timer = setInterval(() => void act().catch(() => undefined), everyMs);
  return () => clearInterval(timer);
}

const POLL_MS = 50;
const THERE_WITHIN_MS = 300_000;

/** What is not there in time never will be: a drill that waited on would hold up all others. */
export async function untilThere<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const untilMs = Date.now() + THERE_WITHIN_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > untilMs) throw new Error(`there was no ${what}`);
    await sleep(POLL_MS);
  }
}
