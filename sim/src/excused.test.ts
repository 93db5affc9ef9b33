import { expect, it } from 'vitest';
import { isTooMuchExcused } from './excused';

it.each([
  [0.35, 50, true],
  [0.9, 300, true],
  [0.349, 300, false],
  [0.9, 49, false],
])('a mean of %s excused over %s seeds is too much: %s', (excused, seeds, verdict) => {
  expect(isTooMuchExcused(excused, seeds)).toBe(verdict);
});
