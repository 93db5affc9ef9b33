/**
 * Commands to sources, read from ops.source_commands behind a committed cursor: at least once, in order. A notification or a
 * reconnect wakes the reader; a poll stands behind both.
 */
import type { Database, ErrorLog } from '@platform/service-kit';

const POLL_MS = 5_000;
const CONSUMER = 'data';
const SOURCE = 'ops.source_commands';

export interface SourceCommand {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
}

export class SourceCommands {
  readonly #poll: NodeJS.Timeout;
  #reading: Promise<void> | undefined;
  #isWoken = false;
  #isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly carryOut: (command: SourceCommand) => Promise<void>,
    private readonly onFailed: (error: unknown) => void,
    guard: ErrorLog['guard'],
  ) {
    this.#poll = setInterval(
      guard('source commands', () => this.wake()),
      POLL_MS,
    );
  }

  wake(): void {
    if (this.#isClosed) return;
    this.#isWoken = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      try {
        await this.#read();
      } catch (error) {
        this.onFailed(error);
      }
    }
  }

  async #read(): Promise<void> {
    const { pool } = this.database;
    const { rows } = await pool.query<SourceCommand>(
      `SELECT id, kind, source FROM ops.source_commands WHERE id > coalesce(
         (SELECT position FROM ops.consumer_cursors WHERE consumer = $1 AND source = $2), 0) ORDER BY id LIMIT 100`,
      [CONSUMER, SOURCE],
    );
    for (const command of rows) {
      await this.carryOut(command);
      await pool.query(
        `INSERT INTO ops.consumer_cursors (consumer, source, position) VALUES ($1, $2, $3)
         ON CONFLICT (consumer, source) DO UPDATE SET position = excluded.position`,
        [CONSUMER, SOURCE, command.id],
      );
    }
  }
}
