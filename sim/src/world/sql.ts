/**
 * The simulation's own way to the database: straight past the faulty link, and patient while the server
 * restarts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;
const DUPLICATE = '23505';

export class Sql {
  private readonly pool: pg.Pool;

  constructor(connectionString: string) {
    this.pool = new pg.Pool({
      connectionString,
      max: 4,
      connectionTimeoutMillis: 3_000,
      query_timeout: 20_000,
    });
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  /**
   * Statements must bear repetition: the reply to a commit may be lost. A row that is there already counts as
   * written.
   */
  async rows<T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return (await this.pool.query<T>(text, [...values])).rows;
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === DUPLICATE) return [];
        if (!isServerAway(code) || performance.now() > deadlineMs) throw error;
      }
      await sleep(PAUSE_MS);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Anything but an answer about the statement itself. */
function isServerAway(code: string | undefined): boolean {
  return code === undefined || /^(08|57P|E[A-Z]+)/.test(code);
}
