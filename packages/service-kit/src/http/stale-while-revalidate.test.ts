import { expect, it } from 'vitest';
import { StaleWhileRevalidate } from './stale-while-revalidate';

function counting() {
  const clock = { nowMs: 0 };
  const made = { count: 0, fails: false };
  const cached = new StaleWhileRevalidate({
    make: async () => {
      if (made.fails) throw new Error('gone');
      made.count += 1;
      return made.count;
    },
    nowMs: () => clock.nowMs,
    freshMs: 10,
    usableMs: 100,
  });
  return { clock, made, cached };
}

it('an answer is made once for all who ask while it is made or fresh', async () => {
  const { cached, made } = counting();
  expect(await Promise.all([cached.get(), cached.get()])).toEqual([1, 1]);
  expect(await cached.get()).toBe(1);
  expect(made.count).toBe(1);
});

it('a stale answer is given once more, and the next one from then on', async () => {
  const { cached, clock } = counting();
  await cached.get();
  clock.nowMs = 50;
  expect(await cached.get()).toBe(1);
  await Promise.resolve();
  expect(await cached.get()).toBe(2);
});

it('an answer that is too old is not given: a failure to make the next one is heard', async () => {
  const { cached, clock, made } = counting();
  await cached.get();
  made.fails = true;
  clock.nowMs = 99;
  expect(await cached.get()).toBe(1);
  clock.nowMs = 100;
  await expect(cached.get()).rejects.toThrow('gone');
  made.fails = false;
  expect(await cached.get()).toBe(2);
});
