import type pg from 'pg';

/** Commits what `work` did, or nothing of it. A connection that broke is not given back to the pool. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // Ending the connection rolls back; asking a broken one to do so would only wait for its timeout.
    client.release(true);
    throw error;
  }
}
