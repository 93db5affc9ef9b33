import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RollingRange } from './rolling-range';

it('RollingRange equals the extremes of the window recomputed at every step', () => {
  const value = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true }));
  const bars = fc.array(fc.tuple(value, value), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), bars, (length, pushed) => {
      const range = new RollingRange(length);
      expect([range.high, range.low]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
      pushed.forEach(([high, low], i) => {
        range.push(high, low);
        const window = pushed.slice(Math.max(0, i - length + 1), i + 1);
        expect(range.high === Math.max(...window.map((bar) => bar[0]))).toBe(true);
        expect(range.low === Math.min(...window.map((bar) => bar[1]))).toBe(true);
      });
    }),
  );
});
