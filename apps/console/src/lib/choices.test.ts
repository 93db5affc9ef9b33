import { expect, it } from 'vitest';
import { withChosen } from './choices';

const CHOICES = [
  { value: 'all', label: 'Everything' },
  { value: 'a', label: 'A' },
];

it('a select offers what is chosen, also after it left the list', () => {
  expect(withChosen(CHOICES, 'a')).toBe(CHOICES);
  expect(withChosen(CHOICES, 'gone')).toEqual([
    { value: 'gone', label: 'gone (no longer offered)' },
    ...CHOICES,
  ]);
});
