/** Halt, pause, then lease and fence: who may open at all. These come before anything that looks at the order; closing needs none of them. */
import { HALTED, PAUSED, type Refusal, refused } from './refusal';

export interface Lease {
  /** A fence may outgrow a double. */
  readonly fence: bigint;
  /** Neither released nor past its time, by the database's clock. */
  readonly isHeld: boolean;
}

export interface PermissionInput {
  /** As the latch is read: unreadable, missing and stale are halted. */
  readonly isHalted: boolean;
  /** By risk or by an operator. */
  readonly isPaused: boolean;
  readonly lease: Lease | null;
  readonly fence: bigint;
  readonly strategy: string;
}

/** Null when the intent may go on. */
export function judgePermission(input: PermissionInput): Refusal | null {
  const { isHalted, isPaused, lease, fence, strategy } = input;
  if (isHalted) return HALTED;
  if (isPaused) return PAUSED;
  if (strategy.trim() === '') return refused('invariant', 'missing_strategy', 'the intent names no strategy');
  if (lease === null || !lease.isHeld) {
    return refused('lease', 'no_lease', `no process holds the lease of ${strategy} on this symbol`);
  }
  if (lease.fence !== fence) {
    return refused(
      'lease',
      'stale_fence',
      `the intent carries fence ${fence}, the lease is at ${lease.fence}`,
    );
  }
  return null;
}
