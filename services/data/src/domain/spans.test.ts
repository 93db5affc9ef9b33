import { DAY_MS, HOUR_MS, MINUTE_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { hull, wholeBuckets, without } from './spans';

const span = (fromMs: number, toMs: number) => ({ fromMs, toMs });

describe('spans', () => {
  it('the missing spans are the span without what is there, its edges included', () => {
    expect(without(span(0, 10), [])).toEqual([span(0, 10)]);
    expect(without(span(0, 10), [span(2, 4), span(6, 10)])).toEqual([span(0, 2), span(4, 6)]);
    expect(without(span(5, 10), [span(0, 6), span(8, 20)])).toEqual([span(6, 8)]);
    expect(without(span(0, 10), [span(0, 10)])).toEqual([]);
    expect(without(span(0, 10), [span(20, 30)])).toEqual([span(0, 10)]);
  });

  it('only a bucket with all of its minutes must have a bar', () => {
    const dayMs = Date.UTC(2024, 0, 1);
    const minutes = [
      span(dayMs + MINUTE_MS, dayMs + 3 * HOUR_MS),
      span(dayMs + 4 * HOUR_MS, dayMs + 5 * HOUR_MS - MINUTE_MS),
    ];
    expect(wholeBuckets(minutes, '1h')).toEqual([span(dayMs + HOUR_MS, dayMs + 3 * HOUR_MS)]);
    expect(wholeBuckets(minutes, '1d')).toEqual([]);
    // 2024-01-01 is a Monday.
    expect(wholeBuckets([span(dayMs - DAY_MS, dayMs + 8 * DAY_MS)], '1w')).toEqual([
      span(dayMs, dayMs + 7 * DAY_MS),
    ]);
  });

  it('the hull reaches from the first start to the last end', () => {
    expect(hull([span(3, 4)], [], [span(1, 2), span(2, 9)])).toEqual(span(1, 9));
    expect(hull([], [])).toBeUndefined();
  });
});
