import { describe, expect, it } from 'vitest';
import { coverageMatrix, fillRequest, type InventoryItem } from './coverage';
import { freshnessState } from './freshness';

const HOUR_MS = 3_600_000;
const at = Date.parse;

const item = (overrides: Partial<InventoryItem> = {}): InventoryItem => ({
  source: 'klines',
  symbol: 'BTCUSDT',
  market: 'perp',
  timeframe: '1h',
  rowCount: 1,
  gapCount: 0,
  gaps: [],
  earliest: at('2025-01-16T00:00Z'),
  latest: at('2025-03-31T23:00Z'),
  ...overrides,
});

describe('coverage', () => {
  it('coverage is whole in months without gaps and counts only the time since the first row', () => {
    const gap = { fromTs: at('2025-02-01T00:00Z'), toTs: at('2025-02-15T00:00Z'), missing: 336 };
    const { months, rows } = coverageMatrix([item({ gapCount: 1, gaps: [gap] })]);
    expect(months).toEqual(['2025-01', '2025-02', '2025-03']);
    expect(rows[0]!.cells.map(({ state, share }) => [state, share])).toEqual([
      ['whole', 1],
      ['gaps', 0.5],
      ['whole', 1],
    ]);
  });

  it('coverage says outside before the first row and unknown after the last gap that is listed', () => {
    const gap = { fromTs: at('2025-02-01T00:00Z'), toTs: at('2025-02-01T01:00Z'), missing: 1 };
    const later = item({ symbol: 'ETHUSDT', gapCount: 500, gaps: [gap] });
    const { rows } = coverageMatrix([item({ earliest: at('2024-12-01T00:00Z') }), later]);
    expect(rows[1]!.cells.map(({ state }) => state)).toEqual(['outside', 'whole', 'unknown', 'unknown']);
  });

  it('coverage asks to fill exactly the gap, for the symbol it belongs to', () => {
    const gap = { fromTs: 0, toTs: HOUR_MS, missing: 1 };
    expect(fillRequest(item(), gap)).toEqual({
      source: 'klines',
      body: { symbols: ['BTCUSDT'], from_ts: 0, to_ts: HOUR_MS },
    });
    expect(fillRequest(item({ source: 'sentiment', symbol: 'fear_greed' }), gap).body).not.toHaveProperty(
      'symbols',
    );
  });
});

it('freshness is judged against how often a source should bring something', () => {
  const ages = [null, 60, 170, 200].map((freshnessSeconds) =>
    freshnessState({ freshnessSeconds, cadenceSeconds: 60 }),
  );
  expect(ages).toEqual(['never', 'fresh', 'late', 'stale']);
});
