import fc from 'fast-check';
import { expect, it } from 'vitest';
import { log } from './math';

it('log gives the documented bits', () => {
  expect(log(1)).toBe(0);
  expect(log(2)).toBe(Math.LN2);
  expect(log(10)).toBe(Math.LN10);
  expect(log(Number.MIN_VALUE)).toBe(-744.4400719213812);
  expect(log(Number.MAX_VALUE)).toBe(709.782712893384);
});

it('log is within two units in the last place of the true logarithm over all magnitudes', () => {
  fc.assert(
    fc.property(fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }), (x) => {
      const expected = Math.log(x);
      expect(Math.abs(log(x) - expected)).toBeLessThanOrEqual(2 * 2 ** -52 * Math.abs(expected));
    }),
    { numRuns: 2000 },
  );
});

it('log refuses what has no finite logarithm', () => {
  for (const x of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => log(x)).toThrow(RangeError);
});
