/**
 * Carries out flatten commands, side by side: one that hangs holds up no other. A command is done when its
 * flatten ended; a crash before that repeats a flatten, which then finds less to do.
 */
import { readScope } from '@platform/contracts';
import { type ErrorLog, isTransientDbError, type Task, type Tasks } from '@platform/service-kit';
import type { FlattenService } from './flatten-service';
import type { Commands, FlattenCommand } from './ports';

const POLL_MS = 1_000;

export interface CommandParts {
  readonly commands: Commands;
  readonly flattens: FlattenService;
  readonly errors: ErrorLog;
  readonly tasks: Tasks;
  mayAct(): boolean;
}

export class CommandConsumer {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly task: Task;
  private isClosed = false;

  constructor(private readonly parts: CommandParts) {
    this.task = parts.tasks.open({
      name: 'flatten commands',
      everyMs: POLL_MS,
      run: () => this.look(),
      onFault: (error) => this.report(error),
    });
  }

  start(): void {
    this.task.start();
  }

  wake(): void {
    this.task.wake();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.parts.flattens.close();
    await this.task.close();
    await Promise.all(this.underWay.values());
  }

  private async look(): Promise<void> {
    if (!this.parts.mayAct()) return;
    for (const command of await this.parts.commands.pending()) this.begin(command);
  }

  private begin(command: FlattenCommand): void {
    if (this.isClosed || this.underWay.has(command.id)) return;
    const work = this.carryOut(command).finally(() => this.underWay.delete(command.id));
    this.underWay.set(command.id, work);
  }

  private async carryOut({ id, commandId: traceId, network, scope }: FlattenCommand): Promise<void> {
    const { commands, flattens } = this.parts;
    try {
      await flattens.untilFlat({
        networkScope: network ?? 'all',
        scope: readScope(scope) ?? { kind: 'all' },
        traceId,
      });
      // What a shutdown cut short is taken up again by the next start.
      if (!this.isClosed) await commands.markDone(id);
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_BOT_COMMAND_FAILED';
    this.parts.errors.report(code, { message: 'flatten commands', err: error });
  }
}
