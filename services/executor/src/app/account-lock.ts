/**
 * One executor trades at a time: the one whose database session holds the lock and answered lately.
 * PostgreSQL ends the session of a holder that fell silent, but only long after that holder, frozen or cut
 * off, has stopped believing in its own lock: one that wakes up late finds it stale before it can send an
 * entry.
 */
import type { Task, Tasks, Time } from '@platform/service-kit';
import type { LockSession } from './ports';

const RENEW_MS = 1_000;
const STALE_AFTER_MS = 10_000;

export interface AccountLockParts {
  readonly session: LockSession;
  readonly tasks: Tasks;
  readonly time: Time;
  onTaken(): void;
}

export class AccountLock {
  private readonly task: Task;
  private isTaken = false;
  private renewedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: AccountLockParts) {
    this.task = parts.tasks.open({
      name: 'account lock',
      everyMs: RENEW_MS,
      run: () => this.renew(),
      // The pool has reported the fault; without a session there is no lock.
      onFault: () => this.drop(),
    });
  }

  isHeld(): boolean {
    return this.isTaken && this.parts.time.monotonicMs() - this.renewedAtMs < STALE_AFTER_MS;
  }

  start(): void {
    this.task.start();
  }

  async close(): Promise<void> {
    await this.task.close();
    this.drop();
  }

  private async renew(): Promise<void> {
    const { session, time, onTaken } = this.parts;
    const startedMs = time.monotonicMs();
    const wasTaken = this.isTaken;
    if (wasTaken) await session.renew();
    else this.isTaken = await session.take();
    this.renewedAtMs = startedMs;
    if (this.isTaken && !wasTaken) onTaken();
  }

  private drop(): void {
    this.isTaken = false;
    this.parts.session.end();
  }
}
