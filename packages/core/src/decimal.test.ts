import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal8, roundTo8Decimals } from './decimal';

const slowly = (x: number) => new Decimal(String(x)).toFixed(8, Decimal.ROUND_HALF_EVEN);

it('rounding ties go to the even digit, judged on the shortest decimal text and not on the binary value', () => {
  expect(decimal8(0.000000005)).toBe('0.00000000');
  expect(decimal8(0.000000015)).toBe('0.00000002');
  expect(decimal8(1.000000025)).toBe('1.00000002');
  expect(decimal8(-1.000000035)).toBe('-1.00000004');
  expect(decimal8(43251.123456785)).toBe('43251.12345678');
});

it('an 8-decimal number is written without exponent and signed zero', () => {
  expect(decimal8(1e21)).toBe('1000000000000000000000.00000000');
  expect(decimal8(1e-21)).toBe('0.00000000');
  expect(decimal8(-0)).toBe('0.00000000');
  expect(decimal8(-1e-9)).toBe('0.00000000');
  expect(Object.is(roundTo8Decimals(-1e-9), 0)).toBe(true);
});

it('rounding agrees with decimal arithmetic everywhere, ties and their neighbours included', () => {
  const tie = fc.integer({ min: 0, max: 1e15 }).map((n) => Number(`${n}5e-9`));
  fc.assert(
    fc.property(fc.oneof(fc.double({ min: 1e-12, max: 1e30, noNaN: true }), tie), (x) => {
      expect(decimal8(x)).toBe(slowly(x));
      expect(roundTo8Decimals(x)).toBe(Number(slowly(x)));
    }),
    { numRuns: 5000 },
  );
});

it('an 8-decimal number cannot be made of what is not a number', () => {
  expect(() => decimal8(Number.NaN)).toThrow(RangeError);
  expect(() => roundTo8Decimals(Number.POSITIVE_INFINITY)).toThrow(RangeError);
});
