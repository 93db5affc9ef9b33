import { expect, it } from 'vitest';
import { isFreshConfirm } from './confirm';

const NOW_MS = 1_700_000_000_000;

it.each([
  [-60_001, false],
  [-60_000, true],
  [0, true],
  [60_000, true],
  [60_001, false],
])('a confirmation that was given %d ms from now is fresh: %s', (fromNowMs, isFresh) => {
  expect(isFreshConfirm(`YES-${NOW_MS / 1_000}`, NOW_MS - fromNowMs)).toBe(isFresh);
});
