import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginsWithin } from './begins-within';

describe('an answer with a limit for its beginning', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('an answer that has begun is not cut off, however long its body takes, unless its reader leaves', async () => {
    const reader = new AbortController();
    let signal: AbortSignal | undefined;
    await beginsWithin(5_000, reader.signal, async (given) => {
      signal = given;
      return new Response('{"items":[');
    });
    vi.advanceTimersByTime(60_000);
    expect(signal?.aborted).toBe(false);
    reader.abort();
    expect(signal?.aborted).toBe(true);
  });

  it('an answer is given up when it does not begin', async () => {
    const asked = beginsWithin(
      5_000,
      new AbortController().signal,
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up')))),
    );
    const refusal = expect(asked).rejects.toThrow('given up');
    await vi.advanceTimersByTimeAsync(5_000);
    await refusal;
  });
});
