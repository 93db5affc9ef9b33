/**
 * The people of a local stack. What they may do is a claim, `roles`, as a real identity provider would send
 * it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ROLES, type Role } from '@platform/contracts';

/** One for each role, of its name. */
export const LOCAL_ACCOUNTS = ROLES;
export type LocalAccount = Role;

export type Passwords = Readonly<Record<LocalAccount, string>>;

/** The account whose password this is, whatever case its name was typed in. */
export function authenticate(passwords: Passwords, name: string, password: string): LocalAccount | undefined {
  const account = LOCAL_ACCOUNTS.find((candidate) => candidate === name.trim().toLowerCase());
  // An unknown name costs the same comparison as a known one.
  const matches = isEqual(password, account === undefined ? '' : passwords[account]);
  return account !== undefined && matches ? account : undefined;
}

export function claimsOf(account: LocalAccount) {
  return {
    sub: account,
    name: account === 'operator' ? 'Local operator' : 'Local viewer',
    preferred_username: account,
    email: `${account}@platform.localhost`,
    email_verified: true,
    roles: ROLES.slice(ROLES.indexOf(account)),
  };
}

function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return expected !== '' && timingSafeEqual(digest(given), digest(expected));
}
