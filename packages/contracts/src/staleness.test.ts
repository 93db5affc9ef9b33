import { HOUR_MS, MINUTE_MS, TIMEFRAMES, timeframeMs } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { klineBudgetMs, stalenessBudgetMs } from './staleness';

describe('staleness budgets', () => {
  it('are those of the contract for hourly and daily candles, spot and perpetual alike', () => {
    expect(stalenessBudgetMs({ kind: 'spot_klines', timeframe: '1h' })).toBe(70 * MINUTE_MS);
    expect(stalenessBudgetMs({ kind: 'spot_klines', timeframe: '1d' })).toBe(26 * HOUR_MS);
    expect(stalenessBudgetMs({ kind: 'perp_klines', timeframe: '1d' })).toBe(26 * HOUR_MS);
  });

  it('never call the newest closed bar of a healthy feed stale', () => {
    for (const timeframe of TIMEFRAMES)
      expect(klineBudgetMs(timeframe)).toBeGreaterThan(timeframeMs(timeframe));
  });

  it('are those of the contract for the other datasets, and none for liquidations', () => {
    expect(stalenessBudgetMs({ kind: 'funding_rates' })).toBe(9 * HOUR_MS);
    expect(stalenessBudgetMs({ kind: 'open_interest' })).toBe(70 * MINUTE_MS);
    expect(stalenessBudgetMs({ kind: 'long_short_ratio' })).toBe(70 * MINUTE_MS);
    expect(stalenessBudgetMs({ kind: 'fear_greed' })).toBe(26 * HOUR_MS);
    expect(stalenessBudgetMs({ kind: 'macro' })).toBe(26 * HOUR_MS);
    expect(stalenessBudgetMs({ kind: 'liquidations' })).toBeNull();
  });
});
