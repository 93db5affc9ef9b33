import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { hull, wholeBuckets, without } from './stretches';

const stretch = (fromMs: number, toMs: number) => ({ fromMs, toMs });

describe('stretches', () => {
  it('what is missing is the stretch without what is there, its edges included', () => {
    expect(without(stretch(0, 10), [])).toEqual([stretch(0, 10)]);
    expect(without(stretch(0, 10), [stretch(2, 4), stretch(6, 10)])).toEqual([stretch(0, 2), stretch(4, 6)]);
    expect(without(stretch(5, 10), [stretch(0, 6), stretch(8, 20)])).toEqual([stretch(6, 8)]);
    expect(without(stretch(0, 10), [stretch(0, 10)])).toEqual([]);
    expect(without(stretch(0, 10), [stretch(20, 30)])).toEqual([stretch(0, 10)]);
  });

  it('only a bucket with all of its minutes must have a bar', () => {
    const dayMs = Date.UTC(2024, 0, 1);
    const minutes = [
      stretch(dayMs + MINUTE_MS, dayMs + 3 * HOUR_MS),
      stretch(dayMs + 4 * HOUR_MS, dayMs + 5 * HOUR_MS - MINUTE_MS),
    ];
    expect(wholeBuckets(minutes, '1h')).toEqual([stretch(dayMs + HOUR_MS, dayMs + 3 * HOUR_MS)]);
    expect(wholeBuckets(minutes, '1d')).toEqual([]);
    // 2024-01-01 is a Monday.
    expect(wholeBuckets([stretch(dayMs - DAY_MS, dayMs + 8 * DAY_MS)], '1w')).toEqual([
      stretch(dayMs, dayMs + 7 * DAY_MS),
    ]);
  });

  it('the hull reaches from the first start to the last end', () => {
    expect(hull([stretch(3, 4)], [], [stretch(1, 2), stretch(2, 9)])).toEqual(stretch(1, 9));
    expect(hull([], [])).toBeUndefined();
  });
});
