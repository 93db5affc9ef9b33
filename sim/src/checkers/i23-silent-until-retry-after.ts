import type { Checker } from './checker';

export const silentUntilRetryAfter: Checker = {
  invariant: 'I23',
  claim: 'no request leaves before the end of a Retry-After that was read',
  when: 'always',
  check: ({ log }) => [...log.hasty],
};
