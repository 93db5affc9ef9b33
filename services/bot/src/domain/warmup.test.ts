import type { WarmupDatasetResult } from '@platform/contracts';
import { HOUR_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { canResume, judgeDatasets, missedBars, retryDelayMs, type WarmupPlan } from './warmup';

const NOW = 1_000 * HOUR_MS;
const dataset = (more: Partial<WarmupDatasetResult>): WarmupDatasetResult => ({
  kind: 'perp_klines',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  requested: 10,
  returned: 10,
  is_complete: true,
  freshness_ts: NOW - HOUR_MS,
  rows: [],
  ...more,
});

it('a warm-up is good when every dataset is complete and within its budget', () => {
  expect(judgeDatasets([dataset({})], NOW)).toEqual([]);
  const events = dataset({ kind: 'liquidations', timeframe: null, freshness_ts: null });
  expect(judgeDatasets([events], NOW)).toEqual([]);
});

it('a warm-up names each dataset that is partial, stale or empty', () => {
  const answer = [
    dataset({ is_complete: false, returned: 7 }),
    dataset({ freshness_ts: NOW - 71 * 60_000 }),
    dataset({ kind: 'funding_rates', timeframe: null, freshness_ts: null }),
  ];
  expect(judgeDatasets(answer, NOW)).toEqual([
    expect.stringContaining('perp_klines BTCUSDT 1h: 7 of 10'),
    expect.stringContaining('old'),
    'funding_rates BTCUSDT: no rows',
  ]);
});

describe('resuming', () => {
  const plan: WarmupPlan = { symbol: 'X', timeframe: '1h', needs: [], warmupBars: 4_990, resumeAtMs: NOW };

  it('a resuming bot asks for the bars that it missed, as long as one request can bring them', () => {
    expect(missedBars(plan, NOW + 10 * HOUR_MS)).toBe(10);
    expect(missedBars({ ...plan, resumeAtMs: null }, NOW)).toBe(0);
    expect(canResume(plan, NOW + 10 * HOUR_MS)).toBe(true);
    expect(canResume(plan, NOW + 11 * HOUR_MS)).toBe(false);
  });
});

it('the pause before a retry doubles from one second to a minute, with up to a fifth of jitter', () => {
  expect([0, 1, 2, 3, 7, 50].map((failures) => retryDelayMs(failures, 0))).toEqual([
    0, 1_000, 2_000, 4_000, 60_000, 60_000,
  ]);
  expect(retryDelayMs(2, 0.999)).toBeCloseTo(2_400, -1);
});
