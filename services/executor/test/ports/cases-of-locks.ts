/**
 * What the session that holds the account promises: PostgreSQL's, and the one that the simulation has in its
 * place.
 */
import { expect } from 'vitest';
import type { LockSession } from '../../src/app/ports';

export interface LocksUnderTest {
  /** Of another process each time. */
  open(): LockSession;
  /** Ends the connection of the one that holds the account. */
  cut(): Promise<void>;
  /** Comes back when it is true: an ended session is noticed soon, not at once. */
  until(check: () => Promise<boolean>): Promise<void>;
}

export type LockCase = readonly [promise: string, check: (under: LocksUnderTest) => Promise<void>];

export const LOCK_CASES: readonly LockCase[] = [
  [
    'one session holds the account, until it gives it up',
    async ({ open, until }) => {
      const [first, second] = [open(), open()];
      expect(await first.take()).toBe(true);
      expect(await second.take()).toBe(false);
      await first.renew();
      expect(await second.take()).toBe(false);
      first.end();
      await until(() => second.take());
      expect(await first.take()).toBe(false);
      first.end();
      second.end();
    },
  ],
  [
    'a session that was never opened, or whose connection was cut, cannot be renewed: the account is free for another',
    async ({ open, cut, until }) => {
      const [first, second] = [open(), open()];
      await expect(first.renew()).rejects.toThrow();
      expect(await first.take()).toBe(true);
      await cut();
      await expect(first.renew()).rejects.toThrow();
      first.end();
      await until(() => second.take());
      await second.renew();
      second.end();
    },
  ],
];
