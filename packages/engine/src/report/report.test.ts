import { DAY_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { buyAndHold, costSplit, monthlyReturns, sumOfCosts, worstDrawdowns } from './index';

const curveOf = (points: readonly (readonly [string, number])[]) => ({
  timeMs: points.map(([at]) => Date.parse(at)),
  equity: points.map(([, equity]) => equity),
});

describe('monthly returns', () => {
  it('go from the end of the month before, the first from the equity before the curve', () => {
    const years = monthlyReturns(
      curveOf([
        ['2024-12-30T12:00Z', 100],
        ['2024-12-31T12:00Z', 110],
        ['2025-01-10T12:00Z', 120],
        ['2025-01-31T12:00Z', 99],
        ['2025-03-01T12:00Z', 198],
      ]),
      50,
    );
    expect(years.map(({ year }) => year)).toEqual([2024, 2025]);
    expect(years[0]!.months[11]).toBeCloseTo(120);
    expect(years[0]!.yearPct).toBeCloseTo(120);
    expect(years[1]!.months[0]).toBeCloseTo(-10);
    expect(years[1]!.months[1]).toBeNull();
    expect(years[1]!.months[2]).toBeCloseTo(100);
    expect(years[1]!.yearPct).toBeCloseTo(80);
  });

  it('count the close at midnight to the day before, so that the last day of a month belongs to it', () => {
    const closes = [102, ...Array(29).fill(102), 107.1, ...Array(28).fill(107.1)] as number[];
    const timeMs = closes.map((_, day) => Date.parse('2025-01-02') + day * DAY_MS);
    const [year] = monthlyReturns({ timeMs, equity: closes }, 100);
    expect(year!.months[0]).toBeCloseTo(7.1);
    expect(year!.months[1]).toBeCloseTo(0);
    expect(year!.months[2]).toBeNull();
  });

  it('are zero, not infinite, once nothing was left', () => {
    expect(monthlyReturns(curveOf([['2025-01-10', 5]]), 0)[0]!.months[0]).toBe(0);
  });
});

describe('drawdowns', () => {
  it('are listed by depth, from the point that set the peak; one that lasts has no recovery', () => {
    const worst = worstDrawdowns(
      curveOf([
        ['2025-01-01', 100],
        ['2025-01-02', 100],
        ['2025-01-03', 90],
        ['2025-01-04', 100],
        ['2025-01-05', 200],
        ['2025-01-06', 100],
        ['2025-01-07', 150],
      ]),
      5,
    );
    expect(worst.map(({ depthPct }) => Math.round(depthPct))).toEqual([50, 10]);
    expect(worst[0]!.recoveredMs).toBeNull();
    expect(worst[1]!.peakMs).toBe(Date.parse('2025-01-01'));
    expect(worst[1]!.recoveredMs).toBe(Date.parse('2025-01-04'));
  });
});

it('no cost is lost between what the signals made and what is left', () => {
  const trips = [
    { net: 8, fees: 1, slippage: 0.5, funding: 0.5 },
    { net: -4, fees: 1, slippage: 0.5, funding: -1 },
  ];
  expect(costSplit(sumOfCosts(trips))).toEqual({ gross: 6.5, fees: 2, slippage: 1, funding: -0.5, net: 4 });
});

it('holding begins with the same money at the first close', () => {
  expect(buyAndHold([100, 110, 50], 1_000)).toEqual([1_000, 1_100, 500]);
});
