/**
 * Rejects with `overrun()` when the work takes longer than allowed. The work itself goes on: only the waiting
 * ends.
 */
import type { Time } from './time';

export async function within<T>(
  time: Time,
  timeoutMs: number,
  work: Promise<T>,
  overrun: () => Error,
): Promise<T> {
  let cancel: () => void = () => undefined;
  const expired = new Promise<never>((_, reject) => {
    // After a stall of our own the timer fires before the answer that already waits in a socket: one more
    // turn reads it.
    cancel = time.later(() => time.soon(() => reject(overrun())), timeoutMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    cancel();
  }
}
