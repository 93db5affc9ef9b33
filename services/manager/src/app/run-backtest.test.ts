import { virtualTime } from '@platform/service-kit/virtual-time';
import { expect, it } from 'vitest';
import type { BacktestPlan } from '../domain/backtest-plan';
import type { BacktestOutcome, BacktestQueue, BacktestRecords } from './ports';
import { RunBacktest } from './run-backtest';

const PLAN = { symbol: 'BTCUSDT', timeframe: '1h' } as BacktestPlan;
const COMPLETED: BacktestOutcome = {
  kind: 'completed',
  runId: 'run',
  coverage: {} as Extract<BacktestOutcome, { kind: 'completed' }>['coverage'],
};

/** One place in the queue, and a database that says what the test gives it. */
function scene(records: Partial<BacktestRecords> = {}, outcome: Promise<BacktestOutcome> = never()) {
  const seen = { placesTaken: 0, queued: [] as string[], cancelled: [] as string[] };
  const queue: BacktestQueue = {
    reserve: () => {
      if (seen.placesTaken === 1) return undefined;
      seen.placesTaken += 1;
      const giveUp = () => {
        seen.placesTaken -= 1;
      };
      return { giveUp, run: () => outcome };
    },
    isRunning: () => false,
    cancel: (runId) => seen.cancelled.push(runId),
  };
  const time = virtualTime();
  const backtests = new RunBacktest({
    queue,
    time,
    newId: () => 'run',
    records: {
      hasBars: async () => true,
      queueBacktest: async (runId) => void seen.queued.push(runId),
      cancel: async () => false,
      deleteBacktest: async () => false,
      ...records,
    },
  });
  return { backtests, seen, time };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

it('a backtest that ends soon is answered with its outcome', async () => {
  const { backtests } = scene({}, Promise.resolve(COMPLETED));
  expect(await backtests.run(PLAN, 'operator')).toBe(COMPLETED);
});

it('a backtest that takes longer than its caller waits goes on, and the caller learns where to look', async () => {
  const { backtests, time } = scene();
  const answer = backtests.run(PLAN, 'operator');
  await time.advance(3_000);
  expect(await answer).toEqual({ kind: 'under_way', runId: 'run', status: 'queued' });
});

it('a backtest without bars to run over leaves no run and no place taken', async () => {
  const { backtests, seen } = scene({ hasBars: async () => false });
  expect(await backtests.run(PLAN, 'operator')).toEqual({ kind: 'no_bars' });
  expect(seen).toMatchObject({ placesTaken: 0, queued: [] });
});

it('a backtest that cannot be stored gives its place back', async () => {
  const { backtests, seen } = scene({ queueBacktest: () => Promise.reject(new Error('no database')) });
  await expect(backtests.run(PLAN, 'operator')).rejects.toThrow('no database');
  expect(seen.placesTaken).toBe(0);
});

it('a backtest beyond the end of the queue is refused before anything is stored', async () => {
  const { backtests, seen } = scene();
  void backtests.run(PLAN, 'operator');
  expect(await backtests.run(PLAN, 'operator')).toEqual({ kind: 'queue_full' });
  await Promise.resolve();
  expect(seen.queued).toEqual(['run']);
});

it('a backtest cancelled on record is ended in the queue too, and any other is left alone', async () => {
  const cancelled = scene({ cancel: async () => true });
  expect(await cancelled.backtests.remove({ actor: 'a', traceId: 't' }, 'run')).toBe('cancelled');
  expect(cancelled.seen.cancelled).toEqual(['run']);
  const over = scene({ deleteBacktest: async () => true });
  expect(await over.backtests.remove({ actor: 'a', traceId: 't' }, 'run')).toBe('deleted');
  expect(over.seen.cancelled).toEqual([]);
});
