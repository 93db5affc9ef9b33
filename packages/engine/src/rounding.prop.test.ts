import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { round8 } from './rounding';

describe('round8', () => {
  it('rounds x * 1e8 to the nearest whole number, ties to even', () => {
    const tie = 2 ** -9; // 195312.5 units
    expect(round8(tie)).toBe(0.00195312);
    expect(round8(3 * tie)).toBe(0.00585938);
    expect(round8(-tie)).toBe(-0.00195312);
    expect(round8(1.23456789499)).toBe(1.23456789);
    expect(Object.is(round8(-1e-12), 0)).toBe(true);
  });

  it('is the whole number of units nearest to the scaled double, and leaves what is too large alone', () => {
    const money = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(money, (x) => {
        const units = x * 1e8;
        const below = Math.floor(units);
        const rest = units - below; // exact below 2^52
        const nearest = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
        expect(round8(x)).toBe(Math.abs(units) >= 2 ** 52 ? x : nearest / 1e8 + 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('is exact in units: adding amounts in any order gives the same balance', () => {
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
});
