import { expect, it } from 'vitest';
import { lastAtMost, perSecond } from './chart-data';

it('a moment falls on the bar that contains it, and before the first bar on none', () => {
  expect([9, 10, 15, 20, 99].map((at) => lastAtMost([10, 20, 30], at))).toEqual([-1, 0, 0, 1, 2]);
});

it('points within one second become the last of them, so that a chart accepts the series', () => {
  expect(perSecond([0, 400, 999, 1_000], [1, 2, 3, 4])).toEqual([
    { time: 0, value: 3 },
    { time: 1, value: 4 },
  ]);
});
