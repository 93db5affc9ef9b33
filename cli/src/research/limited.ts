/** A time limit for code on its own thread: a strategy may be the user's own and never come to an end. */
import { performance } from 'node:perf_hooks';
import { Script } from 'node:vm';
import { UsageFailure } from '../backtest/failure';

/** As long as the manager gives a trial. */
export const TRIAL_MS = 120_000;
/** Asking for a limit costs as much as a short trial: it is asked for this often. */
const MOMENT_MS = 50;

class TookTooLong extends Error {}

const limit: { work?: () => unknown } = {};
Object.assign(globalThis, { platformLimitedWork: () => limit.work!() });
const CALL = new Script('globalThis.platformLimitedWork()');

function limited<T>(work: () => T, limitMs: number): T {
  limit.work = work;
  try {
    return CALL.runInThisContext({ timeout: limitMs, displayErrors: false }) as T;
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: string };
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLong(`it took longer than ${limitMs / 1000} s`);
  }
}

/** Numbers of trials, and what is done with each. */
export interface TrialQueue {
  /** Undefined when there is no more. */
  next(): number | undefined;
  /** Whether the next one can begin without waiting. */
  hasRoom(trial: number): boolean;
  waitForRoom(trial: number): void;
  attempt(trial: number): void;
  /** After each, with the reason of one that failed. */
  done(trial: number, fault?: TrialFault): void;
}

export interface TrialFault {
  readonly reason: string;
  readonly isEndless: boolean;
}

export function doLimited(queue: TrialQueue, limitMs: number): void {
  let trial = queue.next();
  const finish = (fault?: TrialFault) => {
    queue.done(trial!, fault);
    trial = queue.next();
  };
  const doSome = () => {
    const endMs = performance.now() + MOMENT_MS;
    do {
      try {
        queue.attempt(trial!);
      } catch (error) {
        finish({ reason: reasonOf(error), isEndless: false });
        continue;
      }
      finish();
    } while (trial !== undefined && queue.hasRoom(trial) && performance.now() < endMs);
  };
  while (trial !== undefined) {
    queue.waitForRoom(trial);
    try {
      limited(doSome, limitMs);
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error;
      finish({ reason: error.message, isEndless: true });
    }
  }
}

/** A run that is no trial, within the same time: an experiment without it has no result. */
export function runNamed<T>(name: string, run: () => T, limitMs = TRIAL_MS): T {
  try {
    return limited(run, limitMs);
  } catch (error) {
    throw new UsageFailure(`${name} failed: ${reasonOf(error)}`);
  }
}

/** Anything can be thrown. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : `it threw ${String(error)}`;
}
