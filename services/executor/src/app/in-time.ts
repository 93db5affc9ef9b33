/**
 * The tables as the desks ask them: a question that was lost on the way must not keep a position waiting for
 * its stop. One that is not answered in time counts as lost and is asked again; should it arrive all the
 * same, nothing is booked or sent twice by it.
 */
import { answerWithin, type Time } from '@platform/service-kit';

type Asking = (...asked: unknown[]) => Promise<unknown>;

export function inTime<T extends object>(store: T, time: Time, patienceMs: number): T {
  return new Proxy(store, {
    get(target, key) {
      const ask: unknown = Reflect.get(target, key, target);
      if (typeof ask !== 'function') return ask;
      return (...asked: unknown[]) => answerWithin(time, patienceMs, (ask as Asking).apply(target, asked));
    },
  });
}
