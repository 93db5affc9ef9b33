/** Statements of the order path, planned once per connection instead of once per call. */
import type pg from 'pg';

/** The rows of a query as one value, so that several questions cost one round trip and see one moment. */
export function listOf(query: string): string {
  return `(SELECT coalesce(json_agg(found), '[]') FROM (${query}) found)`;
}

export function prepared<Row extends pg.QueryResultRow>(name: string, text: string) {
  return async (pool: pg.Pool, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values })).rows;
}
