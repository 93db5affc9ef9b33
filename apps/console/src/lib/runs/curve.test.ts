import { describe, expect, it } from 'vitest';
import { within } from './curve';
import { worstDrawdowns } from './drawdowns';
import { monthlyReturns } from './monthly-returns';
import type { Curve } from './types';

const curveOf = (points: readonly (readonly [string, number])[]): Curve => ({
  ts: points.map(([at]) => Date.parse(at)),
  equityUsd: points.map(([, equity]) => equity),
  drawdownPct: points.map(() => 0),
});

describe('equity curves', () => {
  it('are cut to a span with both of its ends', () => {
    const curve = { ts: [1, 2, 3, 4], equityUsd: [10, 20, 30, 40], drawdownPct: [0, 0, 0, 0] };
    expect(within(curve, { fromMs: 2, toMs: 3 }).equityUsd).toEqual([20, 30]);
    expect(within(curve, null)).toBe(curve);
  });

  it('give each month the return since the end of the month before, and the year their product', () => {
    const years = monthlyReturns(
      curveOf([
        ['2024-12-30', 100],
        ['2024-12-31', 110],
        ['2025-01-10', 120],
        ['2025-01-31', 99],
        ['2025-03-01', 198],
      ]),
    );
    expect(years.map(({ year }) => year)).toEqual([2024, 2025]);
    expect(years[0]!.months[11]).toBeCloseTo(10);
    expect(years[1]!.months[0]).toBeCloseTo(-10);
    expect(years[1]!.months[1]).toBeNull();
    expect(years[1]!.months[2]).toBeCloseTo(100);
    expect(years[1]!.yearPct).toBeCloseTo(80);
  });

  it('list drawdowns by depth, and one that lasts has no recovery', () => {
    const worst = worstDrawdowns(
      curveOf([
        ['2025-01-01', 100],
        ['2025-01-02', 90],
        ['2025-01-03', 100],
        ['2025-01-04', 200],
        ['2025-01-05', 100],
        ['2025-01-06', 150],
      ]),
      5,
    );
    expect(worst.map(({ depthPct }) => Math.round(depthPct))).toEqual([50, 10]);
    expect(worst[0]!.recoveredMs).toBeNull();
    expect(worst[1]!.recoveredMs).toBe(Date.parse('2025-01-03'));
  });
});
