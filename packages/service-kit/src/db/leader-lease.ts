/**
 * Which instance of a service does what only one should do: the one whose connection holds the advisory lock
 * of that name and answered lately. PostgreSQL ends the session of a holder that stopped talking, so a frozen
 * process loses its lease.
 */
import type pg from 'pg';
import type { Database } from './database';
import { openLockSession } from './session';

const LOCK = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held';
const MAY_BE_SILENT = `SELECT set_config('idle_session_timeout', $1, false)`;

export class LeaderLease {
  private client: pg.PoolClient | undefined;
  private held = false;

  constructor(
    private readonly database: Database,
    private readonly name: string,
  ) {}

  /**
   * Confirms or tries to take the lease; false means to stand by. It is lost unless the next call comes
   * within `silenceEndsMs`, which may differ from call to call.
   */
  async renew(silenceEndsMs: number): Promise<boolean> {
    try {
      this.client ??= await openLockSession(this.database.pool, silenceEndsMs);
      await this.client.query(MAY_BE_SILENT, [String(silenceEndsMs)]);
      if (!this.held)
        this.held = (await this.client.query<{ held: boolean }>(LOCK, [this.name])).rows[0]!.held;
      return this.held;
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(): void {
    this.held = false;
    // Ending the session is what releases the lock.
    this.client?.release(true);
    this.client = undefined;
  }
}
