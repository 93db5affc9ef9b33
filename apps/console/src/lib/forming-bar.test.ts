import { TIMEFRAMES, timeframeMs } from '@platform/core';
import { expect, it } from 'vitest';
import { MOST_PARTS, partsOf, withFormingBar } from './forming-bar';

const HOUR_MS = 3_600_000;
const bar = (openTime: number, open: number, high: number, low: number, close: number, volume = 2) => ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
});
const closed = [bar(0, 10, 12, 9, 11)];

it('the minutes since the last close make the bar that is open now', () => {
  const minutes = [
    bar(HOUR_MS - 60_000, 99, 99, 1, 99),
    bar(HOUR_MS, 11, 13, 11, 12),
    bar(HOUR_MS + 60_000, 12, 12, 8, 9),
    bar(2 * HOUR_MS, 99, 99, 1, 99),
  ];
  expect(withFormingBar(closed, minutes, HOUR_MS)).toEqual([...closed, bar(HOUR_MS, 11, 13, 8, 9, 4)]);
});

it('there is no forming bar before its first minute', () => {
  expect(withFormingBar(closed, [], HOUR_MS)).toBe(closed);
  expect(withFormingBar([], [bar(0, 1, 1, 1, 1)], HOUR_MS)).toEqual([]);
});

it('one read gives every part of the bar that is open, whatever the time frame', () => {
  expect(partsOf(timeframeMs('1m'))).toBeNull();
  expect(partsOf(timeframeMs('1d'))).toBe('1m');
  for (const timeframe of TIMEFRAMES) {
    const barMs = timeframeMs(timeframe);
    const part = partsOf(barMs);
    if (part !== null) expect(barMs / timeframeMs(part), timeframe).toBeLessThanOrEqual(MOST_PARTS);
  }
});
