import { DAY_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { dailyReturns } from '../metrics/daily';
import { EquityPoints } from '../metrics/points';
import {
  buyAndHold,
  costSplit,
  monthlyReturns,
  returnsByDay,
  rollingSharpe,
  sumOfCosts,
  worstDrawdowns,
} from './index';

const curveOf = (points: readonly (readonly [string, number])[]) => ({
  timeMs: points.map(([at]) => Date.parse(at)),
  equity: points.map(([, equity]) => equity),
});

describe('monthly returns', () => {
  it('monthly returns go from the end of the month before, the first from the equity before the curve', () => {
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

  it('monthly returns count the close at midnight to the day before', () => {
    const closes = [102, ...Array(29).fill(102), 107.1, ...Array(28).fill(107.1)] as number[];
    const timeMs = closes.map((_, day) => Date.parse('2025-01-02') + day * DAY_MS);
    const [year] = monthlyReturns({ timeMs, equity: closes }, 100);
    expect(year!.months[0]).toBeCloseTo(7.1);
    expect(year!.months[1]).toBeCloseTo(0);
    expect(year!.months[2]).toBeNull();
  });

  it('monthly returns are zero, not infinite, once nothing was left', () => {
    expect(monthlyReturns(curveOf([['2025-01-10', 5]]), 0)[0]!.months[0]).toBe(0);
  });
});

it('drawdowns are listed by depth, from the point that set the peak; one that lasts has no recovery', () => {
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

describe('returns by day', () => {
  it('returns by day go from close to close by UTC day, and are 0 without a point', () => {
    const curve = { timeMs: [1, DAY_MS, DAY_MS + 1, 3 * DAY_MS + 1], equity: [100, 110, 99, 198] };
    const { dayMs, returns } = returnsByDay(curve, 88);
    expect(dayMs).toEqual([0, DAY_MS, 2 * DAY_MS, 3 * DAY_MS]);
    expect([...returns]).toEqual([expect.closeTo(0.25), expect.closeTo(-0.1), 0, expect.closeTo(1)]);
    expect(returnsByDay({ timeMs: [], equity: [] }, 100)).toEqual({ dayMs: [], returns: new Float64Array() });
  });

  it('roll to the same Sharpe ratio as the whole run has, when the window is the whole run', () => {
    const openMs = Float64Array.from({ length: 400 }, (_, i) => (i * DAY_MS) / 4);
    const equity = openMs.map((_, i) => 1_000 + 10 * i + 50 * (i % 7));
    const timeMs = openMs.map((ms) => ms + DAY_MS / 4);
    const daily = returnsByDay({ timeMs, equity }, 1_000);
    const moments = dailyReturns(new EquityPoints(equity, openMs, DAY_MS / 4), 1_000);
    const { dayMs, ratios } = rollingSharpe(daily, daily.returns.length);
    expect(dayMs).toEqual([99 * DAY_MS]);
    expect(ratios).toEqual([moments.annualised(moments.sampleDeviation)]);
    expect(rollingSharpe(daily, 30).ratios.length).toBe(71);
    expect(rollingSharpe({ dayMs: [0, 1], returns: Float64Array.of(1, 1) }, 2).ratios).toEqual([null]);
  });
});
