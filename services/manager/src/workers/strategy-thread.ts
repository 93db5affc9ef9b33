/** The thread that asks strategies of the user's own. */
import type { Worker } from 'node:worker_threads';
import { failure } from '@platform/service-kit';
import type { AskOwnStrategy } from '../app/ports';
import type { About, StrategyAnswer, StrategyQuestion } from '../domain/strategy-questions';
import { JobThread } from './job-thread';

const DEADLINE_MS = 60_000;
/** Thousands of times what an answer takes; the next one waits behind it. */
const STRATEGY_MS = 5_000;
/** An answer takes hardly any: a strategy that takes all of it takes no other part of the manager with it. */
export const STRATEGY_MEMORY = { maxOldGenerationSizeMb: 256 };

export interface StrategyJob {
  readonly question: StrategyQuestion;
  readonly about: About<StrategyQuestion>;
}

export interface AnsweredQuestion {
  readonly kind: 'answered';
  readonly answer: StrategyAnswer<StrategyQuestion>;
}

export class StrategyThread {
  private readonly thread: JobThread<StrategyJob, AnsweredQuestion>;

  constructor(createWorker: () => Worker) {
    this.thread = new JobThread({ deadlineMs: DEADLINE_MS, strategyMs: STRATEGY_MS, createWorker });
  }

  readonly ask: AskOwnStrategy = async <Q extends StrategyQuestion>(
    strategy: string,
    question: Q,
    about: About<Q>,
  ) => {
    const asked = await this.thread.ask({ question, about });
    if (asked.kind === 'answered') return asked.answer as StrategyAnswer<Q>;
    if (!asked.isOfStrategy) throw new Error(asked.reason);
    const field = question === 'planRun' ? 'strategy_name' : 'strategy';
    throw failure('MANAGER_INVALID_STRATEGY', `${strategy} does not answer: ${asked.reason}`, field);
  };

  close(): Promise<void> {
    return this.thread.close();
  }
}
