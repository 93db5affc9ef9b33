import { monthlyReturns } from '@platform/engine/report';
import { describe, expect, it } from 'vitest';
import { atCloses, columnsOf, equityBefore, within } from './curve';

describe('equity curves', () => {
  it('equity curves are cut to a span with both of its ends', () => {
    const curve = { ts: [1, 2, 3, 4], equityUsd: [10, 20, 30, 40], drawdownPct: [0, 0, 0, 0] };
    expect(within(curve, { fromMs: 2, toMs: 3 }).equityUsd).toEqual([20, 30]);
    expect(within(curve, null)).toBe(curve);
  });

  it('measure the first return of a span from the equity before it, and of the whole run from its start', () => {
    const curve = { ts: [1, 2, 3], equityUsd: [10, 20, 30], drawdownPct: [0, 0, 0] };
    expect(equityBefore(curve, null, 5)).toBe(5);
    expect(equityBefore(curve, { fromMs: 1, toMs: 3 }, 5)).toBe(5);
    expect(equityBefore(curve, { fromMs: 3, toMs: 3 }, 5)).toBe(20);
  });

  it('points named after their beginning count the first of a month to that month', () => {
    const ts = [Date.parse('2025-01-31'), Date.parse('2025-02-01')];
    const daily = { ts, equityUsd: [110, 121], drawdownPct: [0, 0] };
    const [year] = monthlyReturns(columnsOf(atCloses(daily, 86_400_000)), 100);
    expect(year!.months.slice(0, 3).map((pct) => pct && Math.round(pct))).toEqual([10, 10, null]);
  });
});
