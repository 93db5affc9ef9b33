import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isStrongToken, tokenFaults } from './token';

const variables = [
  { name: 'PLATFORM_RISK_OPERATOR_TOKEN', required: false, secret: true, token: true, description: '' },
] as const;
const faults = (token: string, more: Record<string, string> = {}) =>
  tokenFaults(variables, { PLATFORM_RISK_OPERATOR_TOKEN: token, ...more });

it('an operator token is taken with 256 bits in hexadecimal or base64', () => {
  for (let n = 0; n < 1_000; n++) {
    const bytes = randomBytes(32);
    expect(
      ['hex', 'base64', 'base64url'].map((form) => isStrongToken(bytes.toString(form as 'hex'))),
    ).toEqual([true, true, true]);
  }
});

it.each([
  'x',
  'operator-token',
  'a'.repeat(64),
  'ab'.repeat(40),
  randomBytes(31).toString('hex'),
  randomBytes(24).toString('base64url'),
])('an operator token is refused as weak as %s, by its name and without its value', (token) => {
  const [fault, ...others] = faults(token);
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ variable: 'PLATFORM_RISK_OPERATOR_TOKEN' });
  expect(fault!.message).toContain('256 bits');
  if (token.length > 1) expect(fault!.message).not.toContain(token);
});

it('an operator token may be weak in development, said so in as many words, and nowhere else', () => {
  expect(faults('x', { PLATFORM_DEVELOPMENT: 'true' })).toEqual([]);
  for (const said of ['', 'false', 'TRUE', '1', 'yes']) {
    expect(faults('x', { PLATFORM_DEVELOPMENT: said })).toHaveLength(1);
  }
});

it('an operator token may be absent: then what it guards is closed', () => {
  expect(tokenFaults(variables, {})).toEqual([]);
  expect(faults('')).toEqual([]);
});
