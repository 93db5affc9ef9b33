import { virtualTime } from '@platform/service-kit/virtual-time';
import { expect, it } from 'vitest';
import { RETENTION_DAYS, Retention } from './retention';

const TABLES = Object.keys(RETENTION_DAYS);

/** What each table holds beyond its age, and what became of it. */
function bench(old: Readonly<Record<string, number>>, broken?: string) {
  const left = { ...old };
  const failed: string[] = [];
  const time = virtualTime();
  const retention = new Retention({
    time,
    prune: async (table, _days, atMost) => {
      if (table === broken) throw new Error('it is locked');
      const removed = Math.min(atMost, left[table] ?? 0);
      left[table] = (left[table] ?? 0) - removed;
      return removed;
    },
    onFailed: (table) => failed.push(table),
  });
  return { left, failed, time, retention };
}

it('old rows leave every table, some thousands at a time with pauses between', async () => {
  const { left, time, retention } = bench(Object.fromEntries(TABLES.map((table) => [table, 12_000])));
  const pruned = retention.pruneAll(new AbortController().signal);
  await time.advance(0);
  expect(left[TABLES[0]!]).toBe(7_000);
  await time.advance(60_000);
  await pruned;
  expect(Object.values(left)).toEqual(TABLES.map(() => 0));
});

it('old rows that cannot be pruned are reported, and those of other tables leave all the same', async () => {
  const old = Object.fromEntries(TABLES.map((table) => [table, 10]));
  const { left, failed, retention } = bench(old, TABLES[0]);
  await retention.pruneAll(new AbortController().signal);
  expect(failed).toEqual([TABLES[0]]);
  expect(Object.values(left)).toEqual([10, ...TABLES.slice(1).map(() => 0)]);
});

it('old rows stay where they are once the manager is stopping', async () => {
  const { left, retention } = bench({ [TABLES[0]!]: 10 });
  await retention.pruneAll(AbortSignal.abort());
  expect(left[TABLES[0]!]).toBe(10);
});
