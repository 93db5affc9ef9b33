/**
 * Takes the lease and keeps it. Until it is taken nothing else starts; once it is lost, by a raised fence,
 * the bot stops emitting and ends. A database that is merely away loses nothing: the row decides when it is
 * back.
 */
import type { Task, Tasks, Time } from '@platform/service-kit';
import type { HeldLease, Lease } from './ports';

const RENEW_MS = 5_000;
/** A shadow learns from its lease that it has taken over. */
export const SHADOW_RENEW_MS = 500;
const ACQUIRE_POLL_MS = 500;
/** A holder that does not renew for this long may be outwaited. */
export const LEASE_TTL_MS = 15_000;
/** Longer than a lease lives, so that a holder that died without a word is outwaited. */
export const ACQUIRE_TIMEOUT_MS = 25_000;

export interface LeaseKeeperOptions {
  readonly lease: Lease;
  readonly holderId: string;
  readonly tasks: Tasks;
  readonly time: Time;
  readonly renewMs?: number;
  readonly onRenewed: () => void;
  readonly onLost: () => void;
  readonly onFault: (error: Error) => void;
}

export class LeaseKeeper {
  private readonly stop = new AbortController();
  private current: HeldLease | null = null;
  private readonly renewing: Task;

  constructor(private readonly options: LeaseKeeperOptions) {
    this.renewing = options.tasks.open({
      name: 'lease',
      everyMs: options.renewMs ?? RENEW_MS,
      run: () => this.renew(),
      onFault: (error) => options.onFault(error as Error),
    });
  }

  /** The lease while it is ours as far as we know; the database has the last word in every transaction. */
  get held(): HeldLease | null {
    return this.current;
  }

  /** False when somebody else held it all the time; null when it was stopped meanwhile. */
  async acquire(timeoutMs = ACQUIRE_TIMEOUT_MS): Promise<boolean | null> {
    const { time } = this.options;
    const deadlineMs = time.monotonicMs() + timeoutMs;
    while (!this.stop.signal.aborted) {
      const fence = await this.attempt();
      if (fence !== null) {
        this.current = { holderId: this.options.holderId, fence };
        this.options.onRenewed();
        this.renewing.start();
        return true;
      }
      if (time.monotonicMs() > deadlineMs) return false;
      await time.wait(ACQUIRE_POLL_MS, this.stop.signal);
    }
    return null;
  }

  /** Who has it instead, as a sentence for the operator. */
  async describeHolder(): Promise<string> {
    return await this.options.lease.describeHolder().catch(() => 'the lease is held by another bot');
  }

  /** A transaction found that the lease is gone. */
  lose(): void {
    if (this.current === null) return;
    this.current = null;
    this.stop.abort();
    this.options.onLost();
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.renewing.close();
    this.current = null;
    await this.options.lease.release();
  }

  private async attempt(): Promise<string | null> {
    try {
      return await this.options.lease.tryAcquire();
    } catch (error) {
      this.options.onFault(error as Error);
      return null;
    }
  }

  private async renew(): Promise<void> {
    if (this.stop.signal.aborted) return;
    if ((await this.options.lease.renew()) === 'lost') this.lose();
    else this.options.onRenewed();
  }
}
