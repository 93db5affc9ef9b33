import type { ReadOutcome } from '@platform/exchange';
import { expect, it } from 'vitest';
import { GatheredAccountReads } from './account-reads';

/** Counts what is asked of the exchange; `undefined` is the whole account. */
function readsOn(clock: { nowMs: number }, answer: ReadOutcome<never[]> = { kind: 'ok', value: [] }) {
  const asked: (string | undefined)[] = [];
  const exchange = {
    openOrders: async (symbol?: string) => {
      asked.push(symbol);
      return answer;
    },
    positions: async () => answer,
  };
  const reads = new GatheredAccountReads({
    exchange,
    nowMs: () => clock.nowMs,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const readAll = (symbols: readonly string[]) => Promise.all(symbols.map((symbol) => reads.read(symbol)));
  return { asked, reads, readAll };
}

const symbols = (count: number) => Array.from({ length: count }, (_, index) => `S${index}USDT`);

it('account reads of many desks at once are one read of everything, which serves for some seconds', async () => {
  const clock = { nowMs: 0 };
  const { asked, readAll } = readsOn(clock);
  await readAll(symbols(20));
  clock.nowMs = 4_000;
  await readAll(symbols(20));
  expect(asked).toEqual([undefined]);
  clock.nowMs = 6_000;
  await readAll(symbols(20));
  expect(asked).toEqual([undefined, undefined]);
});

it('account reads of a few desks ask for their symbols, each once', async () => {
  const { asked, readAll } = readsOn({ nowMs: 0 });
  await readAll(['A', 'B', 'A']);
  expect(asked).toEqual(['A', 'B']);
});

it('account reads never answer from before a change of the symbol', async () => {
  const clock = { nowMs: 0 };
  const { asked, reads, readAll } = readsOn(clock);
  await readAll(symbols(20));
  clock.nowMs = 100;
  reads.changed('S3USDT');
  await readAll(symbols(20));
  expect(asked).toEqual([undefined, 'S3USDT']);
});

it('unanswered account reads fail for everybody in the next moments, and are tried again after that', async () => {
  const clock = { nowMs: 0 };
  const { asked, readAll } = readsOn(clock, { kind: 'unknown', cause: 'timeout', message: '' });
  expect((await readAll(symbols(8))).every(({ kind }) => kind === 'unknown')).toBe(true);
  clock.nowMs = 1_900;
  for (const symbol of symbols(8)) expect(await readAll([symbol])).toMatchObject([{ kind: 'unknown' }]);
  expect(asked).toEqual([undefined]);
  clock.nowMs = 2_100;
  await readAll(symbols(8));
  expect(asked).toEqual([undefined, undefined]);
});
