import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RollingExtreme } from './rolling-extreme';

describe('RollingExtreme', () => {
  it('equals the extreme of the window recomputed at every step', () => {
    const values = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true })), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), values, (length, xs) => {
        const highest = new RollingExtreme(length, 1);
        const lowest = new RollingExtreme(length, -1);
        expect(highest.value).toBe(Number.NEGATIVE_INFINITY);
        xs.forEach((x, i) => {
          highest.push(x);
          lowest.push(x);
          const window = xs.slice(Math.max(0, i - length + 1), i + 1);
          expect(highest.value === Math.max(...window)).toBe(true);
          expect(lowest.value === Math.min(...window)).toBe(true);
        });
      }),
    );
  });
});
