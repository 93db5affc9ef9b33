import fc from 'fast-check';
import { expect, it } from 'vitest';
import { power } from './power';

it('power agrees with the platform to 14 digits, for growth factors and years as they occur', () => {
  const growth = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  const exponent = fc.double({ min: -20, max: 20, noNaN: true });
  fc.assert(
    fc.property(growth, exponent, (base, years) => {
      expect(power(base, years) / base ** years).toBeCloseTo(1, 12);
    }),
  );
});

it('power knows the powers of zero and of one', () => {
  expect(power(0, 0.25)).toBe(0);
  expect(power(1, 3.7)).toBe(1);
});

it('power overflows to infinity and vanishes to nothing', () => {
  expect(power(1.5, 1e9)).toBe(Number.POSITIVE_INFINITY);
  expect(power(0.5, 1e9)).toBe(0);
});
