/** For whoever must not wait as long as the pool does. The statement itself goes on and may still take effect. */
import { within } from '../lifecycle/within';

/** Worth another try, as other network errors of this code are (see errors.ts). */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(timeoutMs: number) {
    super(`the database did not answer within ${timeoutMs} ms`);
  }
}

export function answerWithin<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  return within(timeoutMs, answer, () => new NoAnswer(timeoutMs));
}
