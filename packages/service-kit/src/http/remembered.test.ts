import { describe, expect, it } from 'vitest';
import { Remembered } from './remembered';

function counting() {
  const clock = { nowMs: 0 };
  const made = { count: 0, fails: false };
  const remembered = new Remembered({
    make: async () => {
      if (made.fails) throw new Error('gone');
      made.count += 1;
      return made.count;
    },
    nowMs: () => clock.nowMs,
    freshMs: 10,
    usableMs: 100,
  });
  return { clock, made, remembered };
}

describe('a remembered answer', () => {
  it('is made once for all who ask while it is made or fresh', async () => {
    const { remembered, made } = counting();
    expect(await Promise.all([remembered.get(), remembered.get()])).toEqual([1, 1]);
    expect(await remembered.get()).toBe(1);
    expect(made.count).toBe(1);
  });

  it('is given once more when it grew old, and the next one from then on', async () => {
    const { remembered, clock } = counting();
    await remembered.get();
    clock.nowMs = 50;
    expect(await remembered.get()).toBe(1);
    await Promise.resolve();
    expect(await remembered.get()).toBe(2);
  });

  it('is not given when it is too old: a failure to make the next one is heard', async () => {
    const { remembered, clock, made } = counting();
    await remembered.get();
    made.fails = true;
    clock.nowMs = 99;
    expect(await remembered.get()).toBe(1);
    clock.nowMs = 100;
    await expect(remembered.get()).rejects.toThrow('gone');
    made.fails = false;
    expect(await remembered.get()).toBe(2);
  });
});
