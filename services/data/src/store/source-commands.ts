/**
 * Commands to sources, read from ops.source_commands behind a committed cursor: at least once, in order. A
 * notification or a reconnect wakes the reader; a poll stands behind both.
 */
import { ConsumerCursor, type Database, type Task, type Tasks } from '@platform/service-kit';

const POLL_MS = 5_000;

export interface SourceCommand {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
}

export interface SourceCommandsParts {
  readonly database: Database;
  readonly tasks: Tasks;
  carryOut(command: SourceCommand): Promise<void>;
  onFault(error: unknown): void;
}

export class SourceCommands {
  private readonly task: Task;
  private readonly cursor: ConsumerCursor;

  constructor(private readonly parts: SourceCommandsParts) {
    this.cursor = new ConsumerCursor({
      pool: parts.database.pool,
      consumer: 'data',
      source: 'ops.source_commands',
      begin: 'oldest',
    });
    this.task = parts.tasks.open({
      name: 'source commands',
      everyMs: POLL_MS,
      run: () => this.read(),
      onFault: (error) => parts.onFault(error),
    });
  }

  start(): void {
    this.task.start();
  }

  wake(): void {
    this.task.wake();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  private async read(): Promise<void> {
    const { database, carryOut } = this.parts;
    const { rows } = await database.pool.query<SourceCommand>(
      'SELECT id, kind, source FROM ops.source_commands WHERE id > $1 ORDER BY id LIMIT 100',
      [await this.cursor.position()],
    );
    for (const command of rows) {
      await carryOut(command);
      await this.cursor.advance(command.id);
    }
  }
}
