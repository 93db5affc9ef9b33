import { BarSeries, HOUR_MS } from '@platform/core';
import { defaultSettings } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { describe, expect, it } from 'vitest';
import { movingDataFault } from './grid';
import { marketOf, sharedMarket } from './shared-market';
import type { TrialMarket } from './trial';

function bars(count: number, first: number): BarSeries {
  const series = new BarSeries(count);
  for (let i = 0; i < count; i++) {
    const close = first + i;
    series.append({
      openTimeMs: i * HOUR_MS,
      open: close,
      high: close + 1,
      low: close - 1,
      close,
      volume: i,
      takerBuyVolume: i / 2,
    });
  }
  return series;
}

const read = (series: BarSeries | undefined) =>
  series === undefined ? undefined : Array.from({ length: series.length }, (_, i) => series.at(i));

describe('a market in shared memory', () => {
  const market: TrialMarket = {
    strategy: findStrategy('pairs_mr')!,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    bars: bars(5, 100),
    settings: defaultSettings('BTCUSDT'),
    firstBar: 2,
    days: 1,
  };
  const funding = { length: 2, timeMs: Float64Array.of(1, 2), rate: Float64Array.of(0.1, 0.2) };

  it.each([
    ['bars alone', market],
    ['a second market and funding', { ...market, pair: bars(4, 50), funding }],
    ['spot bars', { ...market, spot: bars(3, 70) }],
  ])('a market in shared memory is what was put there: %s', (_, given: TrialMarket) => {
    const found = marketOf(sharedMarket(given));
    for (const name of ['bars', 'spot', 'pair'] as const)
      expect(read(found[name])).toEqual(read(given[name]));
    expect(found.funding).toEqual(given.funding);
    expect({ ...found, bars: 0, spot: 0, pair: 0, funding: 0 }).toEqual({
      ...given,
      bars: 0,
      spot: 0,
      pair: 0,
      funding: 0,
    });
  });
});

describe('a grid', () => {
  const strategy = findStrategy('pairs_mr')!;
  it('a grid does not vary which market is read', () => {
    const symbols = [{ name: 'pair_symbol', values: ['ETHUSDT', 'SOLUSDT'] }];
    expect(movingDataFault(strategy, '1h', symbols)).toContain('pair_symbol decides');
    expect(movingDataFault(strategy, '1h', [{ name: 'lookback', values: [60, 120] }])).toBeUndefined();
  });
});
