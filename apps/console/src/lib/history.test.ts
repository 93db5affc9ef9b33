import { DAY_MS, type Timeframe, timeframeMs } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { firstTestableDayMs, fittingTimeframeOf, shortageOf, storedRange } from './history';

const FIRST_MS = Date.UTC(2026, 0, 1);
const series = (timeframe: Timeframe, days: number) => {
  const rowCount = Math.floor((days * DAY_MS) / timeframeMs(timeframe));
  return {
    source: 'klines',
    symbol: 'BTCUSDT',
    market: 'perp',
    timeframe,
    gaps: [],
    gapCount: 0,
    rowCount,
    earliest: FIRST_MS,
    latest: FIRST_MS + (rowCount - 1) * timeframeMs(timeframe),
  };
};
const inventory = (days: number) => (['1h', '8h', '1d'] as const).map((each) => series(each, days));
const STRATEGY = {
  timeframes: ['1h', '8h', '1d'],
  validatedTimeframes: ['1d', '8h'],
  warmupBars: { '1h': 370, '8h': 370, '1d': 370 },
};

describe('the time frame a form begins with', () => {
  it('a form begins with the first validated time frame that has its warm-up and something to test', () => {
    expect(fittingTimeframeOf(STRATEGY, inventory(160), 'BTCUSDT')).toEqual({
      timeframe: '8h',
      isEnough: true,
    });
    expect(fittingTimeframeOf(STRATEGY, inventory(600), 'BTCUSDT')).toEqual({
      timeframe: '1d',
      isEnough: true,
    });
  });

  it('a form begins with another time frame rather than a validated one that cannot decide anything', () => {
    expect(fittingTimeframeOf(STRATEGY, inventory(21), 'BTCUSDT')).toEqual({
      timeframe: '1h',
      isEnough: true,
    });
  });

  it('a form says when no time frame suffices', () => {
    expect(fittingTimeframeOf(STRATEGY, inventory(3), 'BTCUSDT')).toEqual({
      timeframe: '1d',
      isEnough: false,
    });
    expect(fittingTimeframeOf(STRATEGY, [], 'BTCUSDT').isEnough).toBe(false);
  });
});

describe('the warm-up of a span', () => {
  const stored = storedRange(inventory(160), 'BTCUSDT', '1d')!;
  const whole = { fromMs: stored.fromMs, toMs: stored.toMs };

  it('a warm-up longer than what is stored leaves nothing to test, and says what to fetch', () => {
    expect(shortageOf(whole, stored, '1d', 370)).toEqual({
      eatenBars: 369,
      testedBars: 0,
      missing: { days: 369, fromMs: FIRST_MS - 369 * DAY_MS, toMs: FIRST_MS },
    });
  });

  it('the warm-up of a span takes from the span what is not stored before it', () => {
    const later = { ...whole, fromMs: FIRST_MS + 20 * DAY_MS };
    expect(shortageOf(later, stored, '1d', 31)).toMatchObject({ eatenBars: 10, testedBars: 130 });
    expect(shortageOf(later, stored, '1d', 21)).toEqual({ eatenBars: 0, testedBars: 140, missing: null });
  });

  it('the warm-up of a span counts bars that are there, not the time between the first and the last', () => {
    const early = FIRST_MS - 600 * DAY_MS;
    const gap = { fromTs: early + DAY_MS, toTs: FIRST_MS, missing: 599 };
    const item = { ...series('1d', 160), earliest: early, rowCount: 161, gapCount: 1, gaps: [gap] };
    const torn = storedRange([item], 'BTCUSDT', '1d')!;
    expect(torn.wholeFromMs).toBe(FIRST_MS);
    expect(firstTestableDayMs(torn, '1d', 31)).toBe(FIRST_MS + 30 * DAY_MS);
    const span = { fromMs: FIRST_MS, toMs: torn.toMs };
    expect(shortageOf(span, torn, '1d', 370)).toEqual({
      eatenBars: 368,
      testedBars: 0,
      missing: { days: 368, fromMs: FIRST_MS - 368 * DAY_MS, toMs: FIRST_MS },
    });
  });

  it('the warm-up of a span ends with the first day that can be tested whole', () => {
    expect(firstTestableDayMs(stored, '1d', 31)).toBe(FIRST_MS + 30 * DAY_MS);
    expect(firstTestableDayMs(stored, '1d', 370)).toBe(FIRST_MS);
    expect(
      shortageOf({ ...whole, fromMs: firstTestableDayMs(stored, '1d', 31) }, stored, '1d', 31).eatenBars,
    ).toBe(0);
  });
});
