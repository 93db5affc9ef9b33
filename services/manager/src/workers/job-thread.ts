/**
 * A thread that does jobs one after the other. One that dies or takes too long is replaced: in all, or within
 * the code of a strategy, which may be the user's own and never come to an end.
 */
import type { Worker } from 'node:worker_threads';

interface JobThreadOptions {
  /** A job may take this long in all. */
  readonly deadlineMs: number;
  /** What a strategy is asked at once may take this long. */
  readonly strategyMs: number;
  createWorker(): Worker;
}

/** `code` as the error has it. */
export interface FailedJob {
  readonly kind: 'failed';
  readonly reason: string;
  readonly code: string;
  readonly isOfStrategy: boolean;
}

/** What a thread says of a job: that a strategy's code begins or has ended, and at last its answer. */
export type JobSign<Answer> =
  | { readonly id: number; readonly isInStrategy: boolean }
  | { readonly id: number; readonly answer: Answer | FailedJob };

export class JobThread<Job, Answer> {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private id = 0;

  constructor(private readonly options: JobThreadOptions) {}

  ask(job: Job): Promise<Answer | FailedJob> {
    const asked = this.last.then(() => this.attempt(job));
    this.last = asked;
    return asked;
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private attempt(job: Job): Promise<Answer | FailedJob> {
    const { deadlineMs, strategyMs, createWorker } = this.options;
    this.worker ??= createWorker();
    const worker = this.worker;
    const id = ++this.id;
    return new Promise((resolve) => {
      let inStrategy: NodeJS.Timeout | undefined;
      let isInStrategy = false;
      const end = (answer: Answer | FailedJob) => {
        clearTimeout(deadline);
        clearTimeout(inStrategy);
        worker.off('message', onSign).off('error', onError).off('exit', onExit);
        resolve(answer);
      };
      const broken = (reason: string, isOfStrategy = false) => {
        this.worker = undefined;
        end({ kind: 'failed', reason, code: '', isOfStrategy });
        worker.on('error', () => undefined);
        void worker.terminate();
      };
      const takesTooLong = () => broken(`its thread took longer than ${deadlineMs / 1000} s`);
      const deadline = setTimeout(takesTooLong, deadlineMs);
      const isStuck = () => broken(`the strategy took longer than ${strategyMs / 1000} s`, true);
      const onSign = (sign: JobSign<Answer>) => {
        if (sign.id !== id) return;
        if ('answer' in sign) return end(sign.answer);
        clearTimeout(inStrategy);
        isInStrategy = sign.isInStrategy;
        if (isInStrategy) inStrategy = setTimeout(isStuck, strategyMs);
      };
      const onError = (error: Error) => broken(error.message, isInStrategy);
      const onExit = () => broken('its thread ended', isInStrategy);
      worker.on('message', onSign).on('error', onError).on('exit', onExit);
      worker.postMessage({ id, job });
    });
  }
}
