/** The session that holds the account keeps in virtual time what PostgreSQL's promises. */
import { describe, expect, it } from 'vitest';
import { LOCK_CASES, type LocksUnderTest } from '../../../services/executor/test/ports/cases-of-locks';
import { Draws } from '../schedule/random';
import { VirtualPostgres } from './database';
import { Life } from './life';
import { VirtualLink } from './link';
import { Scheduler } from './scheduler';

function inVirtualTime(spoil: (under: LocksUnderTest) => LocksUnderTest = (under) => under) {
  const draws = new Draws(1);
  const scheduler = new Scheduler(draws);
  const now = () => scheduler.nowMs;
  const link = new VirtualLink(draws, [1, 2]);
  const postgres = new VirtualPostgres(scheduler, link, draws, draws, 0, now);
  const under: LocksUnderTest = {
    open: () => {
      const life = new Life(scheduler, now);
      return postgres.lockSession(
        life,
        postgres.accessFor(life, () => undefined),
      );
    },
    cut: async () => link.reset(),
    until: async (check) => {
      for (let tries = 0; !(await check()); tries += 1) {
        if (tries === 100) throw new Error('it never came true');
        await scheduler.sleep(100);
      }
    },
  };
  return { scheduler, under: spoil(under) };
}

describe('the session of the account in virtual time', () => {
  it.each(LOCK_CASES)('%s', async (_promise, check) => {
    const { scheduler, under } = inVirtualTime();
    await scheduler.run(check(under));
  });

  it('a lock session that everybody may have fails the suite', async () => {
    const { scheduler, under } = inVirtualTime((sound) => ({
      ...sound,
      open: () => ({ ...sound.open(), take: async () => true }),
    }));
    await expect(scheduler.run(LOCK_CASES[0]![1](under))).rejects.toThrow();
  });
});
