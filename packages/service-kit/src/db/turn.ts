/**
 * Which instance of a service does what only one should do: the one whose connection holds the advisory lock of that name and
 * answered lately. PostgreSQL ends the session of a holder that stopped talking, so a frozen process loses its turn.
 */
import type pg from 'pg';
import type { Database } from './database';
import { openLockSession } from './session';

const LOCK = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held';

export interface TurnOptions {
  readonly name: string;
  /** Longer than the holder ever leaves between two calls of `renew`. */
  readonly silenceEndsMs: number;
}

export class Turn {
  #client: pg.PoolClient | undefined;
  #held = false;

  constructor(
    private readonly database: Database,
    private readonly options: TurnOptions,
  ) {}

  /** Confirms or tries to take the turn; false means to stand by. */
  async renew(): Promise<boolean> {
    const { name, silenceEndsMs } = this.options;
    try {
      this.#client ??= await openLockSession(this.database.pool, silenceEndsMs);
      if (this.#held) await this.#client.query('SELECT 1');
      else this.#held = (await this.#client.query<{ held: boolean }>(LOCK, [name])).rows[0]!.held;
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
