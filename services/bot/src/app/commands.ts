/**
 * What the bot was told to do: read from trading.bot_commands behind a committed cursor, at every notification and every few
 * seconds. A pause is a state that emitting reads for itself; here it is only said aloud.
 */
import { type BotCommandKind, DB_CHANNELS } from '@platform/contracts';
import type { DatabaseWatch, ErrorLog } from '@platform/service-kit';

const POLL_MS = 5_000;

export interface BotCommand {
  readonly id: string;
  readonly commandId: string;
  readonly kind: BotCommandKind;
  readonly reason: string;
  /** Given before this process took its lease: a stop among them was for the process before. */
  readonly isOld: boolean;
}

export interface CommandStore {
  /** Commands for this bot after the cursor, ascending. The first call ever begins after the newest one there is. */
  pending(): Promise<readonly BotCommand[]>;
  /** Commits the cursor and, with it, the event that says what was done. */
  done(command: BotCommand, eventType: string): Promise<void>;
}

export interface CommandConsumerOptions {
  readonly store: CommandStore;
  readonly watch: DatabaseWatch;
  readonly onStop: (reason: string) => void;
  readonly onFault: (error: Error) => void;
  readonly guard: ErrorLog['guard'];
}

const EVENT_OF: Readonly<Record<BotCommandKind, string>> = {
  pause: 'bot_paused',
  resume: 'bot_resumed',
  stop: 'bot_stopping',
  flatten: 'flatten_acknowledged',
};

export class CommandConsumer {
  #poll: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #again = false;

  constructor(private readonly options: CommandConsumerOptions) {
    options.watch.subscribe({
      channel: DB_CHANNELS.botCommands,
      onNotification: () => this.#wake(),
      onGap: () => this.#wake(),
    });
  }

  start(): void {
    this.#poll = setInterval(
      this.options.guard('commands', () => this.#wake()),
      POLL_MS,
    );
    this.#wake();
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#poll = undefined;
    await this.#reading;
  }

  #wake(): void {
    if (this.#poll === undefined) return;
    this.#again = true;
    this.#reading ??= this.#readUntilCurrent();
  }

  async #readUntilCurrent(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        for (const command of await this.options.store.pending()) await this.#apply(command);
      } catch (error) {
        this.options.onFault(error as Error);
      }
    }
    this.#reading = undefined;
  }

  /** The cursor moves first: a stop that ends the process must not meet it again. */
  async #apply(command: BotCommand): Promise<void> {
    await this.options.store.done(command, EVENT_OF[command.kind]);
    if (command.kind === 'stop' && !command.isOld) this.options.onStop(command.reason);
  }
}
