import { expect, it } from 'vitest';
import { Draws } from '../schedule/random';
import { Life } from './life';
import { Scheduler } from './scheduler';

/** What happened, in order, when five things are due at once and each waits twice more. */
async function orderOf(seed: number): Promise<string> {
  const scheduler = new Scheduler(new Draws(seed));
  const seen: string[] = [];
  const walk = async (name: string) => {
    for (let step = 0; step < 3; step += 1) {
      await scheduler.sleep(10);
      seen.push(`${name}${step}@${scheduler.nowMs}`);
    }
  };
  await scheduler.run(Promise.all(['a', 'b', 'c', 'd', 'e'].map(walk)));
  return seen.join(' ');
}

it('the scheduler gives one order for one seed, and others for others', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(orderOf));
  expect(await orderOf(1)).toBe(orders[0]);
  expect(new Set(orders).size).toBeGreaterThan(1);
});

it('the scheduler says when the work can never be done', async () => {
  const scheduler = new Scheduler(new Draws(1));
  await expect(scheduler.run(new Promise(() => undefined))).rejects.toThrow('nothing is left to happen');
});

it('a life hears nothing after its end, and everything it missed after a freeze', async () => {
  const scheduler = new Scheduler(new Draws(1));
  const seen: string[] = [];
  const lives = ['frozen', 'ended'].map((name) => {
    const life = new Life(scheduler, () => scheduler.nowMs);
    life.later(() => seen.push(`${name}@${scheduler.nowMs}`), 5);
    return life;
  });
  lives[0]!.freeze();
  lives[1]!.end();
  scheduler.after(20, () => lives[0]!.thaw());
  await scheduler.run(scheduler.sleep(30));
  expect(seen).toEqual(['frozen@20']);
});

it('a life ends a wait early when it is aborted', async () => {
  const scheduler = new Scheduler(new Draws(1));
  const life = new Life(scheduler, () => scheduler.nowMs);
  const stop = new AbortController();
  scheduler.after(3, () => stop.abort());
  await scheduler.run(life.wait(1_000, stop.signal));
  expect(scheduler.nowMs).toBe(3);
});
