/**
 * One executor trades at a time: the one whose database session holds the lock and answered lately. PostgreSQL ends the session of a
 * holder that fell silent, but only long after that holder, frozen or cut off, has stopped believing in its own lock: whoever wakes up
 * late finds it stale before it can send an entry.
 */
import { type Database, openLockSession, type Task, type Tasks, type Time } from '@platform/service-kit';
import type pg from 'pg';

const LOCK = `SELECT pg_try_advisory_lock(hashtextextended('executor.account', 0)) AS held`;
const RENEW_MS = 1_000;
const STALE_AFTER_MS = 10_000;
const SILENCE_ENDS_SESSION_MS = 20_000;

export interface AccountLockParts {
  readonly database: Database;
  readonly tasks: Tasks;
  readonly time: Time;
  onTaken(): void;
}

export class AccountLock {
  readonly #task: Task;
  #client: pg.PoolClient | undefined;
  #isTaken = false;
  #renewedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: AccountLockParts) {
    this.#task = parts.tasks.open({
      name: 'account lock',
      everyMs: RENEW_MS,
      run: () => this.#renew(),
      // The pool has reported the fault; without a session there is no lock.
      onFault: () => this.#drop(),
    });
  }

  isHeld(): boolean {
    return this.#isTaken && this.parts.time.monotonicMs() - this.#renewedAtMs < STALE_AFTER_MS;
  }

  start(): void {
    this.#task.start();
  }

  async close(): Promise<void> {
    await this.#task.close();
    this.#drop();
  }

  async #renew(): Promise<void> {
    const { database, time, onTaken } = this.parts;
    const startedMs = time.monotonicMs();
    this.#client ??= await openLockSession(database.pool, SILENCE_ENDS_SESSION_MS);
    const wasTaken = this.#isTaken;
    if (wasTaken) await this.#client.query('SELECT 1');
    else this.#isTaken = (await this.#client.query<{ held: boolean }>(LOCK)).rows[0]!.held;
    this.#renewedAtMs = startedMs;
    if (this.#isTaken && !wasTaken) onTaken();
  }

  #drop(): void {
    this.#isTaken = false;
    // Ending the session is what releases the lock.
    this.#client?.release(true);
    this.#client = undefined;
  }
}
