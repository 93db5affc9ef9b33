/** A statement of the order path, planned once per connection instead of once per call. */
import type pg from 'pg';

export function prepared<Row extends pg.QueryResultRow>(name: string, text: string) {
  return async (pool: pg.Pool, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values })).rows;
}
