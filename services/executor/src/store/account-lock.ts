/**
 * One executor trades at a time: the one whose database session holds the lock. A frozen holder keeps its session and with it the
 * lock, so that nobody takes over while it might still wake up and send; a lost session is a lost lock until it is taken again.
 */
import type { Database } from '@platform/service-kit';
import type pg from 'pg';

const LOCK = `SELECT pg_try_advisory_lock(hashtextextended('executor.account', 0)) AS held`;
const RENEW_MS = 1_000;

export class AccountLock {
  #client: pg.PoolClient | undefined;
  #isHeld = false;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly onTaken: () => void,
  ) {}

  isHeld(): boolean {
    return this.#isHeld;
  }

  start(): void {
    this.#renewing = this.#renew();
    this.#timer = setInterval(() => {
      this.#renewing ??= this.#renew();
    }, RENEW_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    this.#drop();
  }

  async #renew(): Promise<void> {
    try {
      this.#client ??= await this.database.pool.connect();
      if (this.#isHeld) await this.#client.query('SELECT 1');
      else if ((await this.#client.query<{ held: boolean }>(LOCK)).rows[0]!.held) {
        this.#isHeld = true;
        this.onTaken();
      }
    } catch {
      // The pool has reported the fault; without a session there is no lock.
      this.#drop();
    } finally {
      this.#renewing = undefined;
    }
  }

  #drop(): void {
    this.#isHeld = false;
    this.#client?.release(true);
    this.#client = undefined;
  }
}
