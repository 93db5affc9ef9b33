/** Carries out flatten commands in order. One is done after the work: a crash in between repeats a flatten that finds nothing. */
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
    this.#poll = setInterval(() => this.wake(), POLL_MS);
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
      for (const command of await commands.pending()) {
        if (this.#isClosed) return;
        const { id, commandId, network, scope } = command;
        await flattens.flatten(await flattens.targets(network ?? 'all', parseScope(scope), commandId));
        await commands.markDone(id);
      }
    } catch (error) {
      errors.report('EXECUTOR_BOT_COMMAND_FAILED', { err: error });
    }
  }
}
