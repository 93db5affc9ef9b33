import type pg from 'pg';

/**
 * A connection to hold a lock with: PostgreSQL ends its session, and with it the lock, once it has been
 * silent for `silenceMs`. The holder gives it back with `release(true)`.
 */
export async function openLockSession(pool: pg.Pool, silenceMs: number): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    await client.query(`SET idle_session_timeout = ${silenceMs}`);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
