/** The thread that prepares and judges experiments, one job after the other. One that dies or takes too long is replaced. */
import type { Worker } from 'node:worker_threads';
import type { ExperimentThreadPort } from '../app/ports';
import type { ExperimentPlan } from '../domain/experiment-plan';
import type { ExperimentAnswer, ExperimentJob } from './experiment-protocol';

const DEADLINE_MS = 15 * 60_000;

export class ExperimentThread implements ExperimentThreadPort {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #id = 0;

  constructor(private readonly createWorker: () => Worker) {}

  async prepare(plan: ExperimentPlan, isCounted: boolean) {
    const answer = await this.#ask({ kind: 'prepare', plan, isCounted });
    if (answer.kind === 'judged') throw new Error('the thread answered something else');
    return answer;
  }

  async judge(experimentId: string, plan: ExperimentPlan) {
    const answer = await this.#ask({ kind: 'judge', plan, experimentId });
    if (answer.kind === 'prepared') throw new Error('the thread answered something else');
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(job: ExperimentJob): Promise<ExperimentAnswer> {
    const asked = this.#last.then(() => this.#attempt(job));
    this.#last = asked;
    return asked;
  }

  #attempt(job: ExperimentJob): Promise<ExperimentAnswer> {
    this.#worker ??= this.createWorker();
    const worker = this.#worker;
    const id = ++this.#id;
    return new Promise((resolve) => {
      const end = (answer: ExperimentAnswer, isBroken: boolean) => {
        clearTimeout(deadline);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (isBroken) {
          this.#worker = undefined;
          worker.on('error', () => undefined);
          void worker.terminate();
        }
        resolve(answer);
      };
      const broken = (reason: string) => end({ kind: 'failed', reason }, true);
      const takesTooLong = () => broken(`its thread took longer than ${DEADLINE_MS / 1000} s`);
      const deadline = setTimeout(takesTooLong, DEADLINE_MS);
      const onMessage = (message: { id: number; answer: ExperimentAnswer }) => {
        if (message.id === id) end(message.answer, false);
      };
      const onError = (error: Error) => broken(error.message);
      const onExit = () => broken('its thread ended');
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage({ id, job });
    });
  }
}
