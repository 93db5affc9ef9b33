import { expect, it } from 'vitest';
import { candidatesFor, fittingTimeframe } from './timeframes';

const HOUR_MS = 3_600_000;

it('a span is drawn in the finest time frame that fits, and in coarser ones where that is not stored', () => {
  expect(fittingTimeframe('1h', 10 * HOUR_MS, 5)).toBe('2h');
  expect(candidatesFor('8h', 100 * HOUR_MS)).toEqual(['8h', '12h', '1d', '1w']);
});

it('a span shorter than one bar is drawn in finer ones first: its own bar is still open', () => {
  expect(candidatesFor('1h', HOUR_MS / 2).slice(0, 3)).toEqual(['30m', '15m', '5m']);
});
