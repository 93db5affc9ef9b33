import { BarSeries } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import { daysFrom, type TrialMarket } from '@platform/research';
import { findStrategy, type StrategyDefinition } from '@platform/strategies';
import { expect, it } from 'vitest';
import { UsageFailure } from '../backtest/failure';
import { runNamed } from './limited';
import { type FailedTrial, runTrials } from './trials';

const LIMIT_MS = 3_000;
const supertrend = findStrategy('supertrend')!;

/** Supertrend, but for what it does on its hundredth bar with a period in `deeds`. */
function marketOf(deeds: Readonly<Record<number, () => never>>): TrialMarket {
  const strategy: StrategyDefinition = {
    ...supertrend,
    create: (params, timeframe) => {
      const evaluator = supertrend.create(params, timeframe);
      const deed = deeds[(params as unknown as { readonly atr_period: number }).atr_period];
      const evaluate = evaluator.evaluate.bind(evaluator);
      evaluator.evaluate = (market, i) => (i === 100 ? deed?.() : undefined) ?? evaluate(market, i);
      return evaluator;
    },
  };
  const bars = new BarSeries(1_000);
  for (let i = 0; i < 1_000; i++) {
    const close = 100 + 10 * Math.sin(i / 20);
    const prices = { open: close, high: close + 1, low: close - 1, close };
    bars.append({ openTimeMs: i * 3_600_000, ...prices, volume: 1, takerBuyVolume: 0 });
  }
  const [timeframe, firstBar, symbol] = ['1h', 50, 'BTCUSDT'] as const;
  const days = daysFrom(bars, firstBar, timeframe);
  return { strategy, symbol, timeframe, bars, settings: defaultSettings(symbol), firstBar, days };
}

const loop = (): never => {
  for (;;);
};
const fail = (thrown: unknown) => (): never => {
  throw thrown;
};

async function tried(periods: readonly number[], deeds: Parameters<typeof marketOf>[0]) {
  const faults: FailedTrial[] = [];
  const returns: number[] = [];
  const plan = {
    experiment: { kind: 'sweep', axes: [{ name: 'atr_period', values: periods }] },
    markets: [marketOf(deeds)],
    indices: periods.map((_, k) => k),
    workers: 1,
  } as const;
  const ended = runTrials(
    plan,
    (_, row) => returns.push(row[1]!),
    () => undefined,
    (fault) => faults.push(fault),
    LIMIT_MS,
  );
  return { error: await ended.catch((error: unknown) => error), faults, returns };
}

it('trials that throw or never end are named with their reason, and the others are done', async () => {
  const deeds = { 6: loop, 8: fail(new Error('bar 100')), 9: fail(null) };
  const { error, faults, returns } = await tried([5, 6, 7, 8, 9, 10], deeds);
  expect(error).toBeUndefined();
  expect(faults).toEqual([
    { trial: 1, reason: 'it took longer than 3 s', isEndless: true },
    { trial: 3, reason: 'bar 100', isEndless: false },
    { trial: 4, reason: 'it threw null', isEndless: false },
  ]);
  expect(returns.map(Number.isNaN)).toEqual([false, true, false, true, true, false]);
});

it('trials are given up after three that never end', async () => {
  const { error, faults } = await tried([5, 6, 7, 8, 9], { 5: loop, 7: loop, 8: loop });
  expect(error).toEqual(new UsageFailure('given up: 3 trials never came to an end'));
  expect(faults.map(({ trial }) => trial)).toEqual([0, 2, 3]);
});

it.each([
  ['throws', fail(new Error('bar 7')), 'bar 7'],
  ['never ends', loop, 'it took longer than 0.2 s'],
])('a run beside the trials that %s is named and ends the experiment', (_, deed, reason) => {
  expect(() => runNamed('the test from 2024-01-01', deed, 200)).toThrow(
    new UsageFailure(`the test from 2024-01-01 failed: ${reason}`),
  );
});
