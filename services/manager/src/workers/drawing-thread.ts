/** The thread that draws strategies. */
import type { Worker } from 'node:worker_threads';
import type { DrawingView } from '@platform/contracts';
import { failure, isTransientDbError } from '@platform/service-kit';
import type { DrawingJob } from '../app/ports';
import { JobThread } from './job-thread';

const DEADLINE_MS = 60_000;
/** Thousands of times what a drawing takes; the next one waits behind it. */
const STRATEGY_MS = 10_000;

export interface DrawingAnswer {
  readonly kind: 'drawn';
  readonly view: DrawingView;
}

export class DrawingThread {
  private readonly thread: JobThread<DrawingJob, DrawingAnswer>;

  constructor(createWorker: () => Worker) {
    this.thread = new JobThread({ deadlineMs: DEADLINE_MS, strategyMs: STRATEGY_MS, createWorker });
  }

  async draw(job: DrawingJob): Promise<DrawingView> {
    const answer = await this.thread.ask(job);
    if (answer.kind === 'drawn') return answer.view;
    const { reason, code, isOfStrategy } = answer;
    if (isOfStrategy)
      throw failure('MANAGER_INVALID_STRATEGY', `${job.strategy} cannot be drawn: ${reason}`, 'strategy');
    const error = Object.assign(new Error(reason), { code });
    throw isTransientDbError(error) ? failure('MANAGER_DB_TRANSIENT', reason) : error;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
