/**
 * For a caller that must not wait as long as the pool does. The statement itself goes on and may still take
 * effect.
 */
import type { Time } from '../lifecycle/time';
import { within } from '../lifecycle/within';

/** Worth another try, as other network errors of this code are (see errors.ts). */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(timeoutMs: number) {
    super(`the database did not answer within ${timeoutMs} ms`);
  }
}

export function answerWithin<T>(time: Time, timeoutMs: number, answer: Promise<T>): Promise<T> {
  return within(time, timeoutMs, answer, () => new NoAnswer(timeoutMs));
}
