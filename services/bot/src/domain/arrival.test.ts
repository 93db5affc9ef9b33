import { type Bar, BarSeries, HOUR_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { classifyArrival, contiguousTail, mergeBars } from './arrival';

const bar = (hour: number, close = 100): Bar => ({
  openTimeMs: hour * HOUR_MS,
  open: 100,
  high: 110,
  low: 90,
  close,
  volume: 1,
  takerBuyVolume: 0,
});

describe('an arriving bar', () => {
  const series = new BarSeries();
  for (const hour of [10, 11, 12]) series.append(bar(hour));
  const kindOf = (arriving: Bar) => classifyArrival(series, arriving, '1h').kind;

  it('an arriving bar is the next one only right after the last', () => {
    expect(kindOf(bar(13))).toBe('next');
    expect(classifyArrival(series, bar(16), '1h')).toEqual({
      kind: 'gap',
      fromMs: 13 * HOUR_MS,
      toMs: 16 * HOUR_MS,
    });
  });

  it('a bar seen before is a duplicate, revised where it differs, or late where nothing is known of it', () => {
    expect(kindOf(bar(11))).toBe('duplicate');
    expect(kindOf(bar(12))).toBe('duplicate');
    expect(kindOf(bar(11, 101))).toBe('revised');
    expect(kindOf(bar(9))).toBe('late');
  });

  it('an arriving bar that opens within a bar is misaligned', () => {
    expect(kindOf({ ...bar(13), openTimeMs: 13 * HOUR_MS + 1 })).toBe('misaligned');
  });
});

it('bars from two sources become one list: sorted, each open time once, the first source preferred', () => {
  const merged = mergeBars([bar(3), bar(1)], [bar(2), bar(3, 105), bar(4)]);
  expect(merged.map((each) => each.openTimeMs / HOUR_MS)).toEqual([1, 2, 3, 4]);
  expect(merged[2]!.close).toBe(100);
});

it('bars from two sources are usable from the last gap on', () => {
  expect(contiguousTail([bar(1), bar(2), bar(4), bar(5)], '1h')).toEqual([bar(4), bar(5)]);
  expect(contiguousTail([bar(1)], '1h')).toEqual([bar(1)]);
  expect(contiguousTail([], '1h')).toEqual([]);
});
