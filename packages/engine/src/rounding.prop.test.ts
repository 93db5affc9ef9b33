import fc from 'fast-check';
import { expect, it } from 'vitest';
import { round8, units8 } from './rounding';

it('amounts of 8 decimals are x * 1e8 rounded to the nearest whole number, ties to even', () => {
  const tie = 2 ** -9; // 195312.5 units
  expect(round8(tie)).toBe(0.00195312);
  expect(round8(3 * tie)).toBe(0.00585938);
  expect(round8(-tie)).toBe(-0.00195312);
  expect(round8(1.23456789499)).toBe(1.23456789);
  expect(Object.is(round8(-1e-12), 0)).toBe(true);
  expect(units8(tie)).toBe(195_312);
  expect(units8(-3 * tie)).toBe(-585_938);
  expect(Object.is(units8(-1e-12), 0)).toBe(true);
});

it('amounts are the units nearest to the scaled double, and what is too large is left alone', () => {
  const money = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(money, (x) => {
      const units = x * 1e8;
      const below = Math.floor(units);
      const rest = units - below; // exact below 2^52
      const nearest = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
      const isTooLarge = Math.abs(units) >= 2 ** 52;
      expect(units8(x)).toBe(isTooLarge ? units : nearest + 0);
      expect(round8(x)).toBe(isTooLarge ? x : nearest / 1e8 + 0);
    }),
    { numRuns: 2000 },
  );
});

it('amounts are exact in units: adding them in any order gives the same balance', () => {
  const units = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(units, (amounts) => {
      const add = (sum: number, unit: number) => round8(sum + unit / 1e8);
      const forwards = amounts.reduce(add, 0);
      expect([...amounts].reverse().reduce(add, 0)).toBe(forwards);
      expect(forwards).toBe(amounts.reduce((sum, unit) => sum + unit, 0) / 1e8);
    }),
  );
});
