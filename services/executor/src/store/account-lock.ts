/** The session of PostgreSQL that holds the account. Ending it is what releases the lock. */
import { type Database, openLockSession } from '@platform/service-kit';
import type pg from 'pg';
import type { LockSession } from '../app/ports';

const LOCK = `SELECT pg_try_advisory_lock(hashtextextended('executor.account', 0)) AS held`;
const SILENCE_ENDS_SESSION_MS = 20_000;

export class DatabaseLockSession implements LockSession {
  private client: pg.PoolClient | undefined;

  constructor(private readonly database: Database) {}

  async take(): Promise<boolean> {
    this.client ??= await openLockSession(this.database.pool, SILENCE_ENDS_SESSION_MS);
    return (await this.client.query<{ held: boolean }>(LOCK)).rows[0]!.held;
  }

  async renew(): Promise<void> {
    if (this.client === undefined) throw new Error('no session holds the lock');
    await this.client.query('SELECT 1');
  }

  end(): void {
    this.client?.release(true);
    this.client = undefined;
  }
}
