import { describe, expect, it } from 'vitest';
import { equityBefore, within } from './curve';

describe('equity curves', () => {
  it('are cut to a span with both of its ends', () => {
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
});
