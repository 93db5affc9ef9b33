/**
 * Which instance evaluates: the one whose connection holds the advisory lock and answered lately. PostgreSQL ends the session
 * of a holder that stopped talking, so a frozen process loses its turn. Two evaluators at once would be wasteful, not wrong:
 * what they do is planned again under the latch lock.
 */
import { type Database, openLockSession } from '@platform/service-kit';
import type pg from 'pg';

const LOCK = `SELECT pg_try_advisory_lock(hashtextextended('risk.evaluator', 0)) AS held`;
const SILENCE_ENDS_SESSION_MS = 6_000;

export class EvaluatorLock {
  #client: pg.PoolClient | undefined;
  #held = false;

  constructor(private readonly database: Database) {}

  /** Confirms or tries to take the turn; false means to stand by. */
  async renew(): Promise<boolean> {
    try {
      this.#client ??= await openLockSession(this.database.pool, SILENCE_ENDS_SESSION_MS);
      if (this.#held) await this.#client.query('SELECT 1');
      else this.#held = (await this.#client.query<{ held: boolean }>(LOCK)).rows[0]!.held;
      return this.#held;
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(): void {
    this.#held = false;
    // Ending the session is what releases the lock.
    this.#client?.release(true);
    this.#client = undefined;
  }
}
