/** Polls each scheduled source at its own pace. Failures are the source's own: none holds up another. */
import { Backoff } from '@platform/service-kit';
import { type Failure, retryDelayMs } from '../domain/source-health';
import type { SourceBoard } from './source-board';

/** What a poll brought: rows to write, or why there are none. */
export type Poll =
  | { readonly kind: 'rows'; readonly newestMs: number | null; write(): Promise<number> }
  | ({ readonly kind: 'failed' } & Failure);

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

export class Scheduler {
  readonly #stop = new AbortController();
  readonly #wakes = new Map<string, () => void>();
  readonly #running: Promise<void>[] = [];

  constructor(
    private readonly sources: readonly ScheduledSource[],
    private readonly board: SourceBoard,
    private readonly events: SchedulerEvents,
  ) {
    for (const { name, cadenceMs } of sources)
      board.register(name, cadenceMs, () => this.#wakes.get(name)?.());
  }

  start(): void {
    this.#running.push(...this.sources.map((source) => this.#run(source)));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const wake of this.#wakes.values()) wake();
    await Promise.all(this.#running);
  }

  async #run(source: ScheduledSource): Promise<void> {
    while (!this.#stop.signal.aborted) {
      if (this.board.isQuarantined(source.name)) await this.#returned(source.name);
      else await this.#pause(await this.#turn(source));
    }
  }

  /** Resolves when the source is back in rotation, or at the end of everything. */
  async #returned(name: string): Promise<void> {
    await new Promise<void>((resolve) => this.#wakes.set(name, resolve));
    this.#wakes.delete(name);
  }

  async #pause(delayMs: number): Promise<void> {
    const { signal } = this.#stop;
    await new Backoff({ initialMs: 1, maximumMs: 1, signal }).pause(delayMs);
  }

  /** How long to wait before the next one. */
  async #turn(source: ScheduledSource): Promise<number> {
    const { name, cadenceMs } = source;
    let poll: Poll;
    try {
      poll = await source.poll();
    } catch (error) {
      // A defect of ours says nothing about the source: it stays in rotation.
      this.events.onPanic(name, error);
      return cadenceMs;
    }
    const failure = poll.kind === 'failed' ? poll : await this.#write(source, poll);
    if (failure === undefined) return cadenceMs * (1 - 0.1 * Math.random());
    if (poll.kind === 'failed') this.events.onFetchFailed(name, failure.message);
    const state = this.board.failed(name, failure);
    return retryDelayMs(state, failure, cadenceMs, Math.random());
  }

  async #write(
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
