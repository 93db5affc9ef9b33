/** A thread that asks strategies of the user's own what a request wants to know of them. */
import { answerOf } from '../domain/strategy-questions';
import { answerJobs } from './answer-jobs';
import type { AnsweredQuestion, StrategyJob } from './strategy-thread';

answerJobs<StrategyJob, AnsweredQuestion>(async ({ question, about }, askStrategy) => ({
  kind: 'answered',
  answer: askStrategy(() => answerOf(question, about)),
}));
