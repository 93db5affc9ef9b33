import { expect, it } from 'vitest';
import { NoAnswer } from './answer-within';
import { isTransientDbError } from './errors';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

it.each(['08006', '53300', '57P01', '57014', '40001', '40P01', 'ECONNREFUSED', 'ECONNRESET'])(
  'the database error %s is worth another try',
  (code) => expect(isTransientDbError(withCode(code))).toBe(true),
);

it.each([
  'Query read timeout',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
])('the database error "%s" is worth another try', (message) =>
  expect(isTransientDbError(new Error(message))).toBe(true),
);

it('a database answer that did not come in time is worth another try', () =>
  expect(isTransientDbError(new NoAnswer(2_000))).toBe(true));

it.each(['23505', '42501', '42P01', '28P01'])('the database error %s is not worth another try', (code) =>
  expect(isTransientDbError(withCode(code))).toBe(false),
);
