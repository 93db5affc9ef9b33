/**
 * Commands to the bot: read from trading.bot_commands behind a committed cursor, at every notification and
 * every few seconds. A pause is a state that emitting reads for itself; here it is only announced.
 */
import { type BotCommandKind, DB_CHANNELS } from '@platform/contracts';
import type { DatabaseWatch, Task, Tasks } from '@platform/service-kit';
import type { BotCommand, CommandStore } from './ports';

const POLL_MS = 5_000;

export interface CommandConsumerOptions {
  readonly store: CommandStore;
  readonly watch: Pick<DatabaseWatch, 'subscribe'>;
  readonly onStop: (reason: string) => void;
  readonly onFault: (error: Error) => void;
  readonly tasks: Tasks;
}

const EVENT_OF: Readonly<Record<BotCommandKind, string>> = {
  pause: 'bot_paused',
  resume: 'bot_resumed',
  stop: 'bot_stopping',
  flatten: 'flatten_acknowledged',
};

export class CommandConsumer {
  private readonly task: Task;

  constructor(private readonly options: CommandConsumerOptions) {
    this.task = options.tasks.open({
      name: 'commands',
      everyMs: POLL_MS,
      run: async () => {
        for (const command of await options.store.pending()) await this.apply(command);
      },
      onFault: (error) => options.onFault(error as Error),
    });
    const wake = () => this.task.wake();
    options.watch.subscribe({ channel: DB_CHANNELS.botCommands, onNotification: wake, onGap: wake });
  }

  start(): void {
    this.task.start();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  /** The cursor moves first: a stop that ends the process must not meet it again. */
  private async apply(command: BotCommand): Promise<void> {
    await this.options.store.done(command, EVENT_OF[command.kind]);
    if (command.kind === 'stop' && !command.isOld) this.options.onStop(command.reason);
  }
}
