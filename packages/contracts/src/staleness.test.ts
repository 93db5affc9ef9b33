import { HOUR_MS, MINUTE_MS, TIMEFRAMES, timeframeMs } from '@platform/core';
import { expect, it } from 'vitest';
import { klineBudgetMs, stalenessBudgetMs } from './staleness';

it('staleness budgets are the contract’s for hourly and daily candles, spot and perpetual alike', () => {
  expect(stalenessBudgetMs({ kind: 'spot_klines', timeframe: '1h' })).toBe(70 * MINUTE_MS);
  expect(stalenessBudgetMs({ kind: 'spot_klines', timeframe: '1d' })).toBe(26 * HOUR_MS);
  expect(stalenessBudgetMs({ kind: 'perp_klines', timeframe: '1d' })).toBe(26 * HOUR_MS);
});

it('staleness budgets never call the newest closed bar of a healthy feed stale', () => {
  for (const timeframe of TIMEFRAMES)
    expect(klineBudgetMs(timeframe)).toBeGreaterThan(timeframeMs(timeframe));
});

it('staleness budgets are those of the contract for the other datasets; liquidations have none', () => {
  expect(stalenessBudgetMs({ kind: 'funding_rates' })).toBe(9 * HOUR_MS);
  expect(stalenessBudgetMs({ kind: 'open_interest' })).toBe(70 * MINUTE_MS);
  expect(stalenessBudgetMs({ kind: 'long_short_ratio' })).toBe(70 * MINUTE_MS);
  expect(stalenessBudgetMs({ kind: 'fear_greed' })).toBe(26 * HOUR_MS);
  expect(stalenessBudgetMs({ kind: 'macro' })).toBe(26 * HOUR_MS);
  expect(stalenessBudgetMs({ kind: 'liquidations' })).toBeNull();
});
