/** How far a consumer has read a table whose ids grow, committed in ops.consumer_cursors. */
import type pg from 'pg';

export interface ConsumerCursorOptions {
  readonly pool: pg.Pool;
  /** Begins with the name of the service: the database lets no other service move it. */
  readonly consumer: string;
  readonly source: 'trading.bot_commands' | 'ops.source_commands' | 'ops.outbox';
  /** Where a consumer without a cursor begins: with all there is, or with what comes next. */
  readonly begin: 'oldest' | 'newest';
}

/** A pool, or the connection whose transaction it is to be part of. */
interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

const READ = 'SELECT position::text FROM ops.consumer_cursors WHERE consumer = $1 AND source = $2';
const BEGIN = 'INSERT INTO ops.consumer_cursors (consumer, source, position)';
const ADVANCE = `INSERT INTO ops.consumer_cursors AS cursor (consumer, source, position) VALUES ($1, $2, $3)
  ON CONFLICT (consumer, source) DO UPDATE SET position = excluded.position WHERE cursor.position < excluded.position`;

export class ConsumerCursor {
  constructor(private readonly options: ConsumerCursorOptions) {}

  /** Everything up to here is done. */
  async position(): Promise<string> {
    const { pool, source, begin } = this.options;
    const known = await this.read();
    if (known !== undefined) return known;
    if (begin === 'oldest') return '0';
    await pool.query(
      `${BEGIN} SELECT $1, $2, coalesce(max(id), 0) FROM ${source} ON CONFLICT DO NOTHING`,
      this.key,
    );
    return (await this.read()) ?? '0';
  }

  /** Never goes back. Within the transaction of what it commits, if that is given. */
  async advance(position: string, client: Queryable = this.options.pool): Promise<void> {
    await client.query(ADVANCE, [...this.key, position]);
  }

  private async read(): Promise<string | undefined> {
    const { rows } = await this.options.pool.query<{ position: string }>(READ, this.key);
    return rows[0]?.position;
  }

  private get key(): string[] {
    return [this.options.consumer, this.options.source];
  }
}
