/**
 * Backtests on threads. A few threads stay for the life of the manager, so that the engine's loops stay
 * compiled; jobs wait their turn in order, in a queue with an end. A thread that dies, falls silent or takes
 * too long fails its own job only and is replaced.
 */
import type { Worker } from 'node:worker_threads';
import type { ErrorLog, Time } from '@platform/service-kit';
import type { BacktestOutcome, BacktestQueue, QueuePlace } from '../app/ports';
import type { BacktestJob, WorkerMessage } from './protocol';

const MAX_WAITING = 100;

export interface BacktestLimits {
  /** A job may run this long in all. */
  readonly deadlineMs: number;
  /** A thread gives a sign of progress at least this often: none of its statements may take longer. */
  readonly silenceMs: number;
}

/** Ten years of minutes take a minute or two on a busy machine. */
const LIMITS: BacktestLimits = { deadlineMs: 30 * 60_000, silenceMs: 3 * 60_000 };

export interface BacktestOptions {
  readonly threads: number;
  readonly guard: ErrorLog['guard'];
  readonly time: Time;
  readonly limits?: BacktestLimits;
  createWorker(): Worker;
  /** Called for runs that did not complete, before their waiters hear of it. */
  onFailed(runId: string, reason: string): Promise<void>;
  onProgress(runId: string, status: 'running' | 'completed' | 'failed', progress: number): void;
}

interface Waiting {
  readonly job: BacktestJob;
  readonly settle: (outcome: BacktestOutcome) => void;
}

interface Running extends Waiting {
  readonly stopDeadline: () => void;
  stopSilence: () => void;
  fraction: number;
}

interface Thread {
  readonly worker: Worker;
  current: Running | undefined;
}

export class BacktestThreads implements BacktestQueue {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Waiting[] = [];
  private readonly limits: BacktestLimits;
  private reserved = 0;
  private closing = false;

  constructor(private readonly options: BacktestOptions) {
    this.limits = options.limits ?? LIMITS;
  }

  /** Undefined when the queue is full. */
  reserve(): QueuePlace | undefined {
    if (this.waiting.length + this.reserved >= MAX_WAITING) return undefined;
    this.reserved += 1;
    let isHeld = true;
    const giveUp = () => {
      if (isHeld) this.reserved -= 1;
      isHeld = false;
    };
    return {
      giveUp,
      run: (runId, plan) => {
        giveUp();
        return new Promise((settle) => {
          this.waiting.push({ job: { runId, plan }, settle });
          this.dispatch();
        });
      },
    };
  }

  isRunning(runId: string): boolean {
    return this.threadOf(runId) !== undefined;
  }

  /** Ends a job that the caller has put on record as cancelled. */
  cancel(runId: string): void {
    const place = this.waiting.findIndex(({ job }) => job.runId === runId);
    if (place >= 0) this.cancelled(this.waiting.splice(place, 1)[0]!);
    const thread = this.threadOf(runId);
    const ended = thread && this.discard(thread);
    if (ended !== undefined) this.cancelled(ended);
    this.dispatch();
  }

  /** What still runs is failed, so that no run claims to be under way forever. */
  async close(): Promise<void> {
    this.closing = true;
    const left = this.waiting.splice(0);
    for (const thread of this.threads) {
      const ended = release(thread);
      if (ended !== undefined) left.push(ended);
    }
    await Promise.all([...this.threads].map(({ worker }) => worker.terminate()));
    await Promise.all(left.map((waiting) => this.fail(waiting, 'the manager was stopped')));
  }

  private threadOf(runId: string): Thread | undefined {
    return [...this.threads].find(({ current }) => current?.job.runId === runId);
  }

  private dispatch(): void {
    while (this.waiting.length > 0 && !this.closing) {
      const idle = [...this.threads].find(({ current }) => current === undefined);
      const thread = idle ?? (this.threads.size < this.options.threads ? this.start() : undefined);
      if (thread === undefined) return;
      const { deadlineMs } = this.limits;
      const tooLong = `it took longer than ${deadlineMs / 1000} s and was ended`;
      const next = this.waiting.shift()!;
      const stopDeadline = this.endAfter(deadlineMs, thread, tooLong);
      thread.current = { ...next, stopDeadline, stopSilence: this.awaitSign(thread), fraction: 0 };
      thread.worker.postMessage(next.job);
      this.options.onProgress(next.job.runId, 'running', 0);
    }
  }

  private awaitSign(thread: Thread): () => void {
    const { silenceMs } = this.limits;
    const silent = `its thread gave no sign for ${silenceMs / 1000} s and was ended`;
    return this.endAfter(silenceMs, thread, silent);
  }

  private endAfter(delayMs: number, thread: Thread, reason: string): () => void {
    const { guard, time } = this.options;
    return time.later(
      guard('backtest thread', () => this.end(thread, reason)),
      delayMs,
    );
  }

  private start(): Thread {
    const thread: Thread = { worker: this.options.createWorker(), current: undefined };
    this.threads.add(thread);
    const { guard } = this.options;
    thread.worker.on(
      'message',
      guard('backtest thread', (message: WorkerMessage) => this.hear(thread, message)),
    );
    thread.worker.on(
      'error',
      guard('backtest thread', (error: Error) => this.end(thread, error.message)),
    );
    thread.worker.on(
      'exit',
      guard('backtest thread', () => this.end(thread, 'its thread ended')),
    );
    return thread;
  }

  private hear(thread: Thread, message: WorkerMessage): void {
    const { current } = thread;
    if (current?.job.runId !== message.runId) return;
    if (message.kind === 'progress') {
      current.stopSilence();
      current.stopSilence = this.awaitSign(thread);
      // A sign of life that brings nothing new is for the watchdog alone.
      if (message.fraction !== current.fraction)
        this.options.onProgress(message.runId, 'running', message.fraction);
      current.fraction = message.fraction;
      return;
    }
    const done = release(thread)!;
    if (message.kind === 'failed') void this.fail(done, message.reason, message.field);
    else this.complete(done, message);
    this.dispatch();
  }

  /** A thread that is no good any more, and the job it had. */
  private end(thread: Thread, reason: string): void {
    const ended = this.discard(thread);
    if (ended !== undefined) void this.fail(ended, reason);
    this.dispatch();
  }

  private discard(thread: Thread): Waiting | undefined {
    if (!this.threads.delete(thread) || this.closing) return undefined;
    void thread.worker.terminate();
    return release(thread);
  }

  private complete({ job, settle }: Waiting, outcome: BacktestOutcome): void {
    settle(outcome);
    this.options.onProgress(job.runId, 'completed', 1);
  }

  private cancelled({ job: { runId }, settle }: Waiting): void {
    settle({ kind: 'cancelled', runId });
    this.options.onProgress(runId, 'failed', 0);
  }

  private async fail({ job, settle }: Waiting, reason: string, field: string | null = null): Promise<void> {
    await this.options.onFailed(job.runId, reason);
    this.options.onProgress(job.runId, 'failed', 0);
    settle({ kind: 'failed', runId: job.runId, reason, field });
  }
}

/** The job that the thread had; its time no longer runs. */
function release(thread: Thread): Waiting | undefined {
  const { current } = thread;
  current?.stopDeadline();
  current?.stopSilence();
  thread.current = undefined;
  return current;
}
