/** Polls each scheduled source at its own pace. Failures are the source's own: none holds up another. */
import type { Chance, Task, Tasks } from '@platform/service-kit';
import { type Failure, retryDelayMs } from '../domain/source-health';
import type { SourceBoard } from './source-board';

/** What a poll brought: rows to write, or why it has no rows. */
export type Poll =
  | {
      readonly kind: 'rows';
      readonly newestMs: number | null;
      /** Parts of the source, such as one symbol, that were refused while others answered. */
      readonly refused: readonly RefusedPiece[];
      write(): Promise<number>;
    }
  | ({ readonly kind: 'failed' } & Failure);

export interface RefusedPiece {
  readonly label: string;
  readonly message: string;
}

export interface ScheduledSource {
  readonly name: string;
  readonly cadenceMs: number;
  poll(): Promise<Poll>;
}

export interface SchedulerEvents {
  onFetchFailed(source: string, message: string): void;
  onWriteFailed(source: string, error: unknown): void;
  onPanic(source: string, error: unknown): void;
}

/** A poll waits as long as its source asks it to. */
const DEAD_AFTER_MS = 60 * 60_000;

export class Scheduler {
  private readonly tasks: readonly Task[];
  /** Of each source the labels of what was refused by the newest poll that brought rows. */
  private readonly refused = new Map<string, ReadonlySet<string>>();

  constructor(
    sources: readonly ScheduledSource[],
    private readonly board: SourceBoard,
    private readonly events: SchedulerEvents,
    tasks: Tasks,
    private readonly chance: Chance,
  ) {
    this.tasks = sources.map((source) => this.open(source, tasks));
  }

  start(): void {
    for (const task of this.tasks) task.start();
  }

  async close(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.close()));
  }

  private open(source: ScheduledSource, tasks: Tasks): Task {
    const { name, cadenceMs } = source;
    let pauseMs = cadenceMs;
    const task = tasks.open({
      name: `source ${name}`,
      everyMs: () => pauseMs,
      deadAfterMs: DEAD_AFTER_MS,
      run: async () => {
        // One in quarantine rests until it is woken.
        pauseMs = this.board.isQuarantined(name) ? Number.POSITIVE_INFINITY : await this.turn(source);
      },
    });
    this.board.register(name, cadenceMs, () => task.wake());
    return task;
  }

  /** How long to wait before the next one. */
  private async turn(source: ScheduledSource): Promise<number> {
    const { name, cadenceMs } = source;
    let poll: Poll;
    try {
      poll = await source.poll();
    } catch (error) {
      // A defect of ours says nothing about the source: it stays in rotation.
      this.events.onPanic(name, error);
      return cadenceMs;
    }
    if (poll.kind === 'rows') this.reportRefused(name, poll.refused);
    const failure = poll.kind === 'failed' ? poll : await this.write(source, poll);
    if (failure === undefined) return cadenceMs * (1 - 0.1 * this.chance.unit());
    if (poll.kind === 'failed') this.events.onFetchFailed(name, failure.message);
    const state = this.board.failed(name, failure);
    return retryDelayMs(state, failure, cadenceMs, this.chance.unit());
  }

  /**
   * A piece that stays refused is reported once, not at every poll; the next start of the service reports it
   * again.
   */
  private reportRefused(name: string, refused: readonly RefusedPiece[]): void {
    const known = this.refused.get(name);
    for (const { label, message } of refused) {
      if (known?.has(label) !== true) this.events.onFetchFailed(name, `${label}: ${message}`);
    }
    this.refused.set(name, new Set(refused.map(({ label }) => label)));
  }

  private async write(
    { name }: ScheduledSource,
    poll: Extract<Poll, { kind: 'rows' }>,
  ): Promise<Failure | undefined> {
    try {
      await poll.write();
      this.board.succeeded(name, poll.newestMs);
      return undefined;
    } catch (error) {
      this.events.onWriteFailed(name, error);
      return { message: 'the rows could not be written', isRetryable: true };
    }
  }
}
