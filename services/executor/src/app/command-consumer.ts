/**
 * Carries out flatten commands, side by side: one that hangs holds up no other. A command is done when its flatten ended; a crash before
 * that repeats a flatten, which then finds less to do.
 */
import { DB_CHANNELS, readScope } from '@platform/contracts';
import { type Database, type ErrorLog, isTransientDbError } from '@platform/service-kit';
import type { CommandStore, FlattenCommand } from '../store/commands';
import type { FlattenService } from './flatten-service';

const POLL_MS = 1_000;

export interface CommandParts {
  readonly database: Database;
  readonly commands: CommandStore;
  readonly flattens: FlattenService;
  readonly errors: ErrorLog;
  mayAct(): boolean;
}

export class CommandConsumer {
  readonly #underWay = new Map<string, Promise<void>>();
  #poll: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #isClosed = false;

  constructor(private readonly parts: CommandParts) {
    const look = () => this.wake();
    parts.database.watch.subscribe({ channel: DB_CHANNELS.botCommands, onNotification: look, onGap: look });
  }

  start(): void {
    this.#poll = setInterval(
      this.parts.errors.guard('commands', () => this.wake()),
      POLL_MS,
    );
    this.wake();
  }

  wake(): void {
    if (this.#isClosed || !this.parts.mayAct()) return;
    this.#again = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    this.parts.flattens.close();
    await this.#looking;
    await Promise.all(this.#underWay.values());
  }

  async #look(): Promise<void> {
    while (this.#again && !this.#isClosed) {
      this.#again = false;
      try {
        for (const command of await this.parts.commands.pending()) this.#begin(command);
      } catch (error) {
        this.#report(error);
      }
    }
  }

  #begin(command: FlattenCommand): void {
    if (this.#isClosed || this.#underWay.has(command.id)) return;
    const work = this.#carryOut(command).finally(() => this.#underWay.delete(command.id));
    this.#underWay.set(command.id, work);
  }

  async #carryOut({ id, commandId: traceId, network, scope }: FlattenCommand): Promise<void> {
    const { commands, flattens } = this.parts;
    try {
      await flattens.untilFlat({
        networkScope: network ?? 'all',
        scope: readScope(scope) ?? { kind: 'all' },
        traceId,
      });
      // What a shutdown cut short is taken up again by the next start.
      if (!this.#isClosed) await commands.markDone(id);
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    const code = isTransientDbError(error) ? 'EXECUTOR_DB_TRANSIENT' : 'EXECUTOR_BOT_COMMAND_FAILED';
    this.parts.errors.report(code, { message: 'flatten commands', err: error });
  }
}
