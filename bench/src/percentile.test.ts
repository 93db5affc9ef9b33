import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, percentile } from './percentile';

describe('percentiles', () => {
  it('percentiles are values that were measured, whatever the order they came in', () => {
    expect(percentile([30, 10, 20], 0.99)).toBe(30);
    expect(percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 0.9)).toBe(10);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(3);
  });

  it('percentiles of nothing are not a number, so that no aim is met by chance', () => {
    expect(percentile([], 0.5)).toBeNaN();
    expect(percentile([], 0.5) < 10).toBe(false);
  });

  it('percentiles rise with the share, stay within the values and leave them as they were', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), share, share, (values, a, b) => {
        const before = [...values];
        const [low, high] = [percentile(values, Math.min(a, b)), percentile(values, Math.max(a, b))];
        expect(low).toBeLessThanOrEqual(high);
        expect(values).toContain(low);
        expect(values.filter((value) => value < low).length).toBeLessThanOrEqual(
          Math.min(a, b) * values.length,
        );
        expect(values).toEqual(before);
      }),
    );
  });
});
