/**
 * A flatten goes on until everything is flat. What ends it otherwise: the process ends, or the deadline has
 * passed and nothing is halted, because an operator resumed trading or it was never halted. A latch that
 * cannot be read counts as engaged, so while the database is away nothing but flat and the end of the process
 * ends a flatten.
 */
import { REPORT_AGAIN_MS } from '@platform/contracts';
import type { Time } from '@platform/service-kit';

/** A flatten that takes longer has failed, whether or not it is tried again. */
export const FLATTEN_DEADLINE_MS = 55_000;
const BACKOFF_MS = { first: 250, most: 2_000 } as const;

export interface Repetition<T> {
  readonly time: Time;
  /** Aborted when the process ends. */
  readonly signal: AbortSignal;
  isHalted(): boolean;
  /**
   * What is not known to be flat afterwards; undefined when it could not be found out what there is. Given
   * what an earlier attempt left, undefined as long as none could see anything.
   */
  attempt(left: readonly T[] | undefined): Promise<readonly T[] | undefined>;
  /** At the deadline and every few minutes after it, with what was seen last. */
  onLate(left: readonly T[] | undefined): void;
  /** When it ends before everything is flat, unless it is the process that ends. */
  onGivenUp(left: readonly T[] | undefined): void;
}

export async function untilFlat<T>({
  time,
  signal,
  isHalted,
  attempt,
  onLate,
  onGivenUp,
}: Repetition<T>): Promise<boolean> {
  const startedMs = time.monotonicMs();
  let reportFromMs = startedMs + FLATTEN_DEADLINE_MS;
  let left: readonly T[] | undefined;
  let pauseMs: number = BACKOFF_MS.first;
  while (!signal.aborted) {
    left = (await attempt(left)) ?? left;
    if (left?.length === 0) return true;
    const nowMs = time.monotonicMs();
    if (nowMs > reportFromMs) {
      onLate(left);
      reportFromMs = nowMs + REPORT_AGAIN_MS;
    }
    const isLate = nowMs - startedMs > FLATTEN_DEADLINE_MS;
    if (isLate && !isHalted()) {
      onGivenUp(left);
      return false;
    }
    await time.wait(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, BACKOFF_MS.most);
  }
  return false;
}
