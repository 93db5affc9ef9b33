import { expect, it } from 'vitest';
import { clockProblem, keyProblem, modeProblem, unreadableBecause } from './account-rules';

const FIT = {
  positionMode: 'hedge',
  isMultiAssets: false,
  canTrade: true,
} as const;
const TRADING_KEY = {
  canRead: true,
  canTradeFutures: true,
  canWithdraw: false,
  isIpRestricted: true,
} as const;
const refused = (reason: 'other' | 'credentials') =>
  ({ kind: 'rejected', reason, code: '-2015', message: 'no' }) as const;
const ONE_WAY = { ...FIT, positionMode: 'one_way' } as const;

it('an account is fit in the mode it is used in, or once it was switched to it', () => {
  expect(modeProblem(FIT, 'hedge', undefined)).toBeNull();
  expect(clockProblem(59_000)).toBeNull();
  expect([keyProblem(FIT, TRADING_KEY), keyProblem(FIT, undefined)]).toEqual([null, null]);
  expect(modeProblem(ONE_WAY, 'hedge', { kind: 'ok', value: undefined })).toBeNull();
});

it.each([
  ['may not trade', keyProblem({ ...FIT, canTrade: false }, undefined)],
  ['may not trade', keyProblem(FIT, { ...TRADING_KEY, canTradeFutures: false })],
  ['may withdraw', keyProblem(FIT, { ...TRADING_KEY, canWithdraw: true })],
  ['close its positions', modeProblem(ONE_WAY, 'hedge', refused('other'))],
  ['missing permission', modeProblem(ONE_WAY, 'hedge', refused('credentials'))],
  ['clock is 61 s behind', clockProblem(61_000)],
  ['clock is 61 s ahead of', clockProblem(-61_000)],
])('an account is not fit when it %s', (words, problem) => {
  expect(problem).toContain(words);
});

it.each([
  ['-1022', 'the secret does not belong to the key'],
  ['-2008', 'a key of the other network'],
  ['-2015', 'a wrong key, an address it does not allow, or a missing permission'],
  ['-4109', 'transfer funds'],
  ['-1', 'refuses to show the account'],
])('an account that cannot be read because of %s says so', (code, words) => {
  const answer = { kind: 'rejected', reason: 'credentials', code, message: 'no' } as const;
  expect(unreadableBecause(answer)).toContain(words);
});
