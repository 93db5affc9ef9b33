/** The lease of the risk engine keeps in virtual time what a session of PostgreSQL promises. */
import { expect, it } from 'vitest';
import { Draws } from '../schedule/random';
import { VirtualPostgres } from './database';
import { Life } from './life';
import { VirtualLink } from './link';
import { leaderLease } from './risk-lives';
import { Scheduler } from './scheduler';

const INTERVAL_MS = 1_000;

function twoEngines() {
  const draws = new Draws(1);
  const scheduler = new Scheduler(draws);
  const now = () => scheduler.nowMs;
  const link = new VirtualLink(draws, [1, 2]);
  const postgres = new VirtualPostgres(scheduler, link, draws, draws, 0, now);
  const [first, second] = [0, 1].map(() => {
    const life = new Life(scheduler, now);
    const access = postgres.accessFor(life, () => undefined);
    const lease = leaderLease(postgres, life, access);
    return { life, renew: () => lease.renew(INTERVAL_MS), release: () => lease.release() };
  });
  return { scheduler, link, first: first!, second: second! };
}

it('the lease of the risk engine has one holder, and goes to the other when it is released or its process ends', async () => {
  const { scheduler, first, second } = twoEngines();
  const story = async () => {
    expect([await first.renew(), await second.renew()]).toEqual([true, false]);
    first.release();
    expect([await second.renew(), await first.renew()]).toEqual([true, false]);
    second.life.end();
    expect(await first.renew()).toBe(true);
  };
  await scheduler.run(story());
});

it('the lease of the risk engine is taken from a holder that was silent for too long, who then hears of it', async () => {
  const { scheduler, first, second } = twoEngines();
  const story = async () => {
    expect(await first.renew()).toBe(true);
    await scheduler.sleep(5_000);
    expect(await second.renew()).toBe(false);
    await scheduler.sleep(1_100);
    expect(await second.renew()).toBe(true);
    await expect(first.renew()).rejects.toThrow('the session is gone');
    expect(await first.renew()).toBe(false);
  };
  await scheduler.run(story());
});

it('the lease of the risk engine is lost with its connection', async () => {
  const { scheduler, link, first, second } = twoEngines();
  const story = async () => {
    expect(await first.renew()).toBe(true);
    link.reset();
    expect(await second.renew()).toBe(true);
    await expect(first.renew()).rejects.toThrow('the session is gone');
  };
  await scheduler.run(story());
});
