/**
 * One executor trades at a time: the one whose database session holds the lock and answered lately. PostgreSQL ends the session of a
 * holder that fell silent, but only long after that holder, frozen or cut off, has stopped believing in its own lock: whoever wakes up
 * late finds it stale before it can send an entry.
 */
import { type Database, type ErrorLog, openLockSession } from '@platform/service-kit';
import type pg from 'pg';

const LOCK = `SELECT pg_try_advisory_lock(hashtextextended('executor.account', 0)) AS held`;
const RENEW_MS = 1_000;
const STALE_AFTER_MS = 10_000;
const SILENCE_ENDS_SESSION_MS = 20_000;

export class AccountLock {
  #client: pg.PoolClient | undefined;
  #isTaken = false;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly onTaken: () => void,
    private readonly errors: ErrorLog,
  ) {}

  isHeld(): boolean {
    return this.#isTaken && performance.now() - this.#renewedAtMs < STALE_AFTER_MS;
  }

  start(): void {
    this.#renewing = this.#renew();
    const renew = () => {
      this.#renewing ??= this.#renew();
    };
    this.#timer = setInterval(this.errors.guard('account lock', renew), RENEW_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    this.#drop();
  }

  async #renew(): Promise<void> {
    const startedMs = performance.now();
    try {
      this.#client ??= await openLockSession(this.database.pool, SILENCE_ENDS_SESSION_MS);
      const wasTaken = this.#isTaken;
      if (wasTaken) await this.#client.query('SELECT 1');
      else this.#isTaken = (await this.#client.query<{ held: boolean }>(LOCK)).rows[0]!.held;
      this.#renewedAtMs = startedMs;
      if (this.#isTaken && !wasTaken) this.onTaken();
    } catch {
      // The pool has reported the fault; without a session there is no lock.
      this.#drop();
    } finally {
      this.#renewing = undefined;
    }
  }

  #drop(): void {
    this.#isTaken = false;
    // Ending the session is what releases the lock.
    this.#client?.release(true);
    this.#client = undefined;
  }
}
