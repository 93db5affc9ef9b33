/** Carries out flatten commands in order. The cursor moves after the work: a crash in between repeats a flatten that finds nothing. */
import { DB_CHANNELS } from '@platform/contracts';
import type { Database, ErrorLog } from '@platform/service-kit';
import { type CommandStore, parseScope } from '../store/commands';
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
  #poll: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
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
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    await this.#working;
  }

  async #work(): Promise<void> {
    const { commands, flattens, errors } = this.parts;
    try {
      for (
        let next = await commands.next();
        next !== undefined && !this.#isClosed;
        next = await commands.next()
      ) {
        const targets = await flattens.targets(next.network ?? 'all', parseScope(next.scope), next.commandId);
        await flattens.flatten(targets);
        await commands.commit(next.id);
      }
    } catch (error) {
      errors.report('EXECUTOR_BOT_COMMAND_FAILED', { err: error });
    }
  }
}
