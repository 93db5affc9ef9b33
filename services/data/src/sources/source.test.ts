import type { MarketData, ReadOutcome } from '@platform/exchange';
import { systemChance, systemTime, Tasks } from '@platform/service-kit';
import { afterEach, expect, it } from 'vitest';
import { Scheduler } from '../app/scheduler';
import { SourceBoard } from '../app/source-board';
import type { PostgresRows } from '../store/rows';
import { Funding } from './funding';

type Answer = Exclude<ReadOutcome<never>, { kind: 'ok' }>;

const NO_SUCH_SYMBOL: Answer = {
  kind: 'rejected',
  reason: 'symbol_not_tradable',
  code: '-1121',
  message: 'Invalid symbol.',
};
const NO_ANSWER: Answer = { kind: 'unknown', cause: 'timeout', message: 'no answer' };

const open: Scheduler[] = [];
afterEach(async () => {
  for (const scheduler of open.splice(0)) await scheduler.close();
});

/**
 * Funding of two symbols, polled all the time, from an exchange that answers each poll of a symbol as given:
 * undefined is a row.
 */
function bench(answers: Readonly<Record<string, (poll: number) => Answer | undefined>>) {
  const asked = new Map<string, number>();
  const written: string[] = [];
  const reported: string[] = [];
  const quarantined: string[] = [];
  const marketData = {
    fundingRates: async (symbol: string) => {
      const poll = (asked.get(symbol) ?? 0) + 1;
      asked.set(symbol, poll);
      const row = { symbol, timeMs: poll, rate: '0.0001', markPrice: undefined };
      return answers[symbol]?.(poll) ?? { kind: 'ok', value: [row] };
    },
  } as unknown as MarketData;
  const rows = {
    funding: async (given: readonly { symbol: string; funding_time: number }[]) => {
      for (const { symbol, funding_time } of given) written.push(`${symbol} ${funding_time}`);
      return given.length;
    },
  } as unknown as PostgresRows;
  const nothing = () => undefined;
  const board = new SourceBoard(
    { load: async () => new Map(), save: async () => undefined },
    {
      onUnregistered: nothing,
      onSaveFailed: nothing,
      onQuarantined: (_, reason) => quarantined.push(reason),
    },
    systemTime.nowMs,
  );
  const funding = new Funding(marketData, rows);
  const symbols = ['DEADUSDT', 'BTCUSDT'];
  const source = funding.scheduled(symbols, systemTime.nowMs, new AbortController().signal);
  const scheduler = new Scheduler(
    [{ ...source, cadenceMs: 1 }],
    board,
    { onFetchFailed: (_, reason) => reported.push(reason), onWriteFailed: nothing, onPanic: nothing },
    new Tasks({ service: 'data', time: systemTime, errors: { report: nothing }, onRun: nothing }),
    { ...systemChance, unit: () => 0 },
  );
  open.push(scheduler);
  scheduler.start();
  return { asked, written, reported, quarantined, board };
}

const REFUSAL = 'DEADUSDT: -1121 Invalid symbol.';

it('a source stays in rotation when one symbol is refused, and reports the refusal once', async () => {
  const { written, reported, board } = bench({ DEADUSDT: () => NO_SUCH_SYMBOL });
  await expect.poll(() => written.length).toBeGreaterThan(10);
  expect(written.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, i) => `BTCUSDT ${i + 1}`));
  expect(board.health()).toMatchObject([{ name: 'funding', status: 'healthy', consecutive_failures: 0 }]);
  expect(reported).toEqual([REFUSAL]);
});

it('a source reports a refusal again when the symbol had answered in between', async () => {
  const { asked, reported } = bench({ DEADUSDT: (poll) => (poll === 3 ? undefined : NO_SUCH_SYMBOL) });
  await expect.poll(() => asked.get('DEADUSDT')).toBeGreaterThan(6);
  expect(reported).toEqual([REFUSAL, REFUSAL]);
});

it('a source is only retried when one symbol is refused and the other does not answer for a moment', async () => {
  const { written, reported, quarantined, board } = bench({
    DEADUSDT: () => NO_SUCH_SYMBOL,
    BTCUSDT: (poll) => (poll === 2 ? NO_ANSWER : undefined),
  });
  await expect.poll(() => written.length).toBeGreaterThan(3);
  expect(reported).toEqual([REFUSAL, 'BTCUSDT: timeout: no answer']);
  expect(quarantined).toEqual([]);
  expect(board.health()).toMatchObject([{ status: 'healthy', consecutive_failures: 0 }]);
});

it('a source is quarantined when all of its symbols are refused', async () => {
  const { asked, written, quarantined } = bench({
    DEADUSDT: () => NO_SUCH_SYMBOL,
    BTCUSDT: () => NO_SUCH_SYMBOL,
  });
  await expect.poll(() => quarantined).toEqual(['BTCUSDT: -1121 Invalid symbol.']);
  expect([asked.get('BTCUSDT'), written]).toEqual([1, []]);
});
