/** What a JobThread talks to. */
import { parentPort } from 'node:worker_threads';
import type { JobSign } from './job-thread';

/** Does what may be a user's own code, under the eyes of the other side. */
export type AskStrategy = <T>(question: () => T) => T;

class StrategyFault extends Error {}

export function answerJobs<Job, Answer>(
  answer: (job: Job, askStrategy: AskStrategy) => Promise<Answer>,
): void {
  const say = (sign: JobSign<Answer>) => parentPort!.postMessage(sign);
  const take = ({ id, job }: { readonly id: number; readonly job: Job }) => {
    const askStrategy: AskStrategy = (question) => {
      say({ id, isInStrategy: true });
      try {
        return question();
      } catch (error) {
        throw new StrategyFault(reasonOf(error));
      } finally {
        say({ id, isInStrategy: false });
      }
    };
    answer(job, askStrategy).then(
      (given) => say({ id, answer: given }),
      (error: unknown) => {
        const isOfStrategy = error instanceof StrategyFault;
        const code = String((error as { readonly code?: string } | null)?.code ?? '');
        say({ id, answer: { kind: 'failed', reason: reasonOf(error), code, isOfStrategy } });
      },
    );
  };
  // What it throws ends the thread, and the caller hears of that.
  parentPort!.on('message', take);
}

/** Anything can be thrown. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : `it threw ${String(error)}`;
}
