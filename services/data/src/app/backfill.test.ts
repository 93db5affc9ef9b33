import { systemChance, systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { Backfill, type Histories } from './backfill';
import type { Piece } from './ports';

const NOW_MS = Date.UTC(2024, 0, 1);

/** Jobs whose first page comes when the test lets it. */
function bench(settle?: Piece['settle']) {
  const held: (() => void)[] = [];
  const unsettled: unknown[] = [];
  const piece: Piece = {
    label: 'a piece',
    fromMs: 0,
    toMs: 2,
    page: async (cursorMs) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return {
        kind: 'ok',
        value: { rowCount: 1, newestMs: cursorMs, nextMs: cursorMs + 1, write: async () => 1 },
      };
    },
    ...(settle === undefined ? {} : { settle }),
  };
  const backfill = new Backfill({
    histories: new Proxy({}, { get: () => () => [piece] }) as Histories,
    symbols: {
      klines: ['A'],
      funding: ['A'],
      open_interest: ['A'],
      metrics: ['A'],
      sentiment: [],
      macro: [],
      gex: [],
    },
    events: {
      onChanged: () => undefined,
      onFailed: () => undefined,
      onStuck: () => undefined,
      onUnsettled: (_job, error) => unsettled.push(error),
    },
    time: { ...systemTime, nowMs: () => NOW_MS },
    chance: systemChance,
    exchangeNowMs: () => NOW_MS,
  });
  const turns = () => new Promise((resolve) => setImmediate(resolve));
  const letGo = async () => {
    for (const release of held.splice(0)) release();
    await turns();
  };
  return { backfill, letGo, turns, unsettled };
}

it('backfill jobs run four at once; the fifth is refused, also while cancelled ones are still ending', async () => {
  const { backfill, letGo, turns } = bench();
  const started = ['BTC', 'ETH', 'SOL', 'XRP'].map((symbol) =>
    backfill.start('klines', { symbols: [symbol] }),
  );
  expect(started.map(({ kind }) => kind)).toEqual(['started', 'started', 'started', 'started']);
  expect(backfill.start('gex', {})).toEqual({ kind: 'busy', running: 4 });
  for (const job of backfill.jobs.all()) expect(backfill.cancel(job.id)).toEqual({ kind: 'cancelled' });
  expect(backfill.start('gex', {})).toEqual({ kind: 'busy', running: 4 });
  await turns();
  await letGo();
  expect(backfill.start('gex', {})).toMatchObject({ kind: 'started' });
});

it('cancelled backfill jobs make whole what they wrote, with a signal that cancelling did not abort', async () => {
  const signals: boolean[] = [];
  const { backfill, letGo, turns } = bench(async (signal) => void signals.push(signal.aborted));
  backfill.start('klines', {});
  await turns();
  backfill.cancel(backfill.jobs.all()[0]!.id);
  await letGo();
  expect(signals).toEqual([false]);
});

it('backfill jobs that cannot make whole what they wrote say so', async () => {
  const { backfill, letGo, turns, unsettled } = bench(async () => {
    throw new Error('out of time');
  });
  backfill.start('klines', {});
  await turns();
  backfill.cancel(backfill.jobs.all()[0]!.id);
  await letGo();
  expect(unsettled).toEqual([new Error('out of time')]);
});
