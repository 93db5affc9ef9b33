/**
 * Backtests on threads. A few threads stay for the life of the manager, so that the engine's loops stay compiled; jobs wait their
 * turn in order, in a queue with an end. A thread that dies fails its own job only and is replaced.
 */
import type { Worker } from 'node:worker_threads';
import type { ErrorLog } from '@platform/service-kit';
import type { BacktestPlan } from '../domain/backtest-plan';
import type { BacktestJob, WorkerMessage } from '../workers/protocol';

const MAX_WAITING = 100;

export type BacktestOutcome = Exclude<WorkerMessage, { kind: 'progress' }>;

export interface BacktestOptions {
  readonly threads: number;
  readonly guard: ErrorLog['guard'];
  createWorker(): Worker;
  /** Called for runs that did not complete, before their waiters hear of it. */
  onFailed(runId: string, reason: string): Promise<void>;
  onProgress(runId: string, status: 'running' | 'completed' | 'failed', progress: number): void;
}

interface Waiting {
  readonly job: BacktestJob;
  readonly settle: (outcome: BacktestOutcome) => void;
}

interface Thread {
  readonly worker: Worker;
  current: Waiting | undefined;
}

export class Backtests {
  readonly #threads = new Set<Thread>();
  readonly #waiting: Waiting[] = [];
  #closing = false;

  constructor(private readonly options: BacktestOptions) {}

  get isFull(): boolean {
    return this.#waiting.length >= MAX_WAITING;
  }

  isRunning(runId: string): boolean {
    return [...this.#threads].some(({ current }) => current?.job.runId === runId);
  }

  run(runId: string, plan: BacktestPlan): Promise<BacktestOutcome> {
    return new Promise((settle) => {
      this.#waiting.push({ job: { runId, plan }, settle });
      this.#dispatch();
    });
  }

  /** What still runs is failed, so that no run claims to be under way for ever. */
  async close(): Promise<void> {
    this.#closing = true;
    const left = this.#waiting.splice(0);
    for (const thread of this.#threads) if (thread.current !== undefined) left.push(thread.current);
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
    await Promise.all(left.map((waiting) => this.#fail(waiting, 'the manager was stopped')));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && !this.#closing) {
      const idle = [...this.#threads].find(({ current }) => current === undefined);
      const thread = idle ?? (this.#threads.size < this.options.threads ? this.#start() : undefined);
      if (thread === undefined) return;
      thread.current = this.#waiting.shift()!;
      thread.worker.postMessage(thread.current.job);
      this.options.onProgress(thread.current.job.runId, 'running', 0);
    }
  }

  #start(): Thread {
    const thread: Thread = { worker: this.options.createWorker(), current: undefined };
    this.#threads.add(thread);
    const hear = this.options.guard('backtest thread', (message: WorkerMessage) =>
      this.#hear(thread, message),
    );
    thread.worker.on('message', hear);
    thread.worker.on('error', (error: Error) => this.#lose(thread, error.message));
    const lose = this.options.guard('backtest thread', () => this.#lose(thread, 'its thread ended'));
    thread.worker.on('exit', lose);
    return thread;
  }

  #hear(thread: Thread, message: WorkerMessage): void {
    if (message.kind === 'progress') {
      this.options.onProgress(message.runId, 'running', message.fraction);
      return;
    }
    const waiting = thread.current;
    thread.current = undefined;
    if (waiting !== undefined) {
      if (message.kind === 'failed') void this.#fail(waiting, message.reason, message.missing);
      else this.#complete(waiting, message);
    }
    this.#dispatch();
  }

  #lose(thread: Thread, reason: string): void {
    if (!this.#threads.delete(thread) || this.#closing) return;
    if (thread.current !== undefined) void this.#fail(thread.current, reason);
    this.#dispatch();
  }

  #complete({ job, settle }: Waiting, outcome: BacktestOutcome): void {
    settle(outcome);
    this.options.onProgress(job.runId, 'completed', 1);
  }

  async #fail({ job, settle }: Waiting, reason: string, missing = false): Promise<void> {
    await this.options.onFailed(job.runId, reason);
    this.options.onProgress(job.runId, 'failed', 0);
    settle({ kind: 'failed', runId: job.runId, reason, missing });
  }
}
