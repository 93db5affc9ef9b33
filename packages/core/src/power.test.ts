import { expect, it } from 'vitest';
import { power } from './power';

it('raises to whole, fractional and negative powers to the last digit', () => {
  expect(power(2, 10)).toBe(1024);
  expect(power(2, 0.5)).toBe(Math.SQRT2);
  expect(power(10, -3)).toBe(0.001);
  expect(power(0, 0.25)).toBe(0);
});
