import { DEFAULT_RISK_LIMITS } from '@platform/contracts';
import { BarSeries, HOUR_MS } from '@platform/core';
import { expect, it } from 'vitest';
import { replayBreakers } from './replay';

function input(equity: readonly number[], buyShare: (i: number) => number = () => 0.5, warmupBars = 0) {
  const bars = new BarSeries();
  for (let i = 0; i < equity.length + warmupBars; i++) {
    const price = { open: 100, high: 100, low: 100, close: 100 };
    bars.append({ openTimeMs: i * HOUR_MS, ...price, volume: 10, takerBuyVolume: 10 * buyShare(i) });
  }
  return {
    symbol: 'BTCUSDT',
    barMs: HOUR_MS,
    bars,
    initialEquity: 1_000,
    equity: Float64Array.from(equity),
    firstBar: warmupBars,
    limits: DEFAULT_RISK_LIMITS,
  };
}

it('replayed breakers halt from the bar that trips them until their condition is over', () => {
  const { halts } = replayBreakers(input([1_000, 880, 850, 1_000, 1_000]));
  expect(halts).toEqual([
    {
      breaker: 'drawdown',
      outcome: 'PauseBots',
      fromMs: 2 * HOUR_MS,
      untilMs: 4 * HOUR_MS,
      pnlMeanwhile: 120,
    },
  ]);
});

it('replayed breakers name the worst outcome of a halt, what it would have saved, and that it lasted', () => {
  const { halts } = replayBreakers(input([1_000, 880, 700, 600]));
  expect(halts).toEqual([
    { breaker: 'drawdown', outcome: 'Flatten', fromMs: 2 * HOUR_MS, untilMs: null, pnlMeanwhile: -280 },
  ]);
});

it('replayed breakers see the warm-up bars of order flow before the first point', () => {
  const equity = Array.from({ length: 10 }, () => 1_000);
  const { halts } = replayBreakers(input(equity, () => 1, 200));
  expect(halts).toMatchObject([
    { breaker: 'vpin', outcome: 'Flatten', fromMs: 201 * HOUR_MS, untilMs: null },
  ]);
});

it('replayed breakers say what they had no data for', () => {
  expect(replayBreakers(input([1_000]))).toMatchObject({
    halts: [],
    replayed: ['drawdown', 'vpin'],
    skipped: ['connectivity', 'macro', 'correlation'],
  });
  expect(replayBreakers(input([1_000], () => 0)).replayed).toEqual(['drawdown']);
});
