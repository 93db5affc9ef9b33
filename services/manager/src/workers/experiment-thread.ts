/** The thread that prepares and judges experiments. */
import type { Worker } from 'node:worker_threads';
import { isTransientDbError } from '@platform/service-kit';
import type { ExperimentRefusal, ExperimentThreadPort } from '../app/ports';
import type { ExperimentPlan } from '../domain/experiment-plan';
import type { ExperimentAnswer, ExperimentJob } from './experiment-protocol';
import { type FailedJob, JobThread } from './job-thread';

const DEADLINE_MS = 15 * 60_000;
/** Everyone who starts an experiment waits behind it. */
const STRATEGY_MS = 30_000;

export class ExperimentThread implements ExperimentThreadPort {
  private readonly thread: JobThread<ExperimentJob, ExperimentAnswer>;

  constructor(createWorker: () => Worker, strategyMs = STRATEGY_MS) {
    this.thread = new JobThread({ deadlineMs: DEADLINE_MS, strategyMs, createWorker });
  }

  async prepare(plan: ExperimentPlan, isCounted: boolean) {
    const answer = await this.thread.ask({ kind: 'prepare', plan, isCounted });
    if (answer.kind === 'judged') throw new Error('the thread answered something else');
    return answer.kind === 'failed' ? failure(answer) : answer;
  }

  async judge(experimentId: string, plan: ExperimentPlan, dataDigest: string) {
    const answer = await this.thread.ask({ kind: 'judge', plan, experimentId, dataDigest });
    if (answer.kind === 'prepared') throw new Error('the thread answered something else');
    return answer.kind === 'failed' ? failure(answer) : answer;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

/** Errors lose what they are on their way out of a thread. */
function failure({ reason, code }: Pick<FailedJob, 'reason' | 'code'>): ExperimentRefusal {
  const isTransient = isTransientDbError(Object.assign(new Error(reason), { code }));
  return { kind: 'failed', reason, isTransient };
}
