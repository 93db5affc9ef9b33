import { ACCOUNT_STALE_MS, DEFAULT_RISK_LIMITS } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawdownMemory, drawdown } from './drawdown';
import { evaluateBreaker } from './evaluate';
import type { Verdict } from './rule';
import type { Transfer } from './wallet';

const MINUTE_MS = 60_000;

/** A wallet that is read once a minute. */
class Account {
  private state = { memory: drawdown.initialMemory as DrawdownMemory, conditions: new Map() };
  private minute = 0;
  private readonly transfers: Transfer[] = [];

  get nowMs(): number {
    return this.minute * MINUTE_MS;
  }

  /** Between the reading before and the next one. */
  pay(amountUsd: number, atMs = this.nowMs + MINUTE_MS / 2): void {
    this.transfers.push({ timeMs: atMs, amountUsd });
  }

  read(equityUsd: number | null, rest: { hasOpenPosition?: boolean; baseline?: number } = {}): Verdict {
    this.minute += 1;
    return this.look(equityUsd, rest);
  }

  look(
    equityUsd: number | null,
    { hasOpenPosition = true, baseline = 0, afterMs = 0 } = {},
    readAtMs = this.nowMs,
  ): Verdict {
    const wallet = { network: 'prod', readAtMs, equityUsd, transfers: [...this.transfers], hasOpenPosition };
    const observation = { nowMs: this.nowMs + afterMs, utcDay: 1, bots: [], networks: [], wallets: [wallet] };
    const limits = { ...DEFAULT_RISK_LIMITS, drawdown_baseline: baseline };
    const { state, verdicts } = evaluateBreaker(drawdown, this.state, observation, limits);
    this.state = state as never;
    return verdicts.find(({ scope }) => scope === 'wallet:prod')!;
  }
}

it('wallet drawdown counts once three readings in a row show it, and flattens', () => {
  const account = new Account();
  for (let i = 0; i < 4; i++) expect(account.read(10_000).value).toBe(0);
  expect(account.read(7_500).value).toBe(0);
  expect(account.read(7_500).value).toBe(0);
  expect(account.read(7_500)).toMatchObject({ value: 0.25, status: 'tripped', outcome: 'Flatten' });
});

it('wallet drawdown is the fall from the peak once things stand still, whatever the path', () => {
  const equities = fc.array(fc.double({ min: 100, max: 1e6, noNaN: true }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(equities, (path) => {
      const account = new Account();
      let value: number | null = null;
      for (const equity of path) for (let i = 0; i < 3; i++) value = account.read(equity).value;
      const peak = Math.max(...path);
      expect(value).toBeCloseTo((peak - path.at(-1)!) / peak, 6);
    }),
  );
});

it('wallet drawdown is neither tripped nor hidden by transfers, also when they become known late', () => {
  const flows = fc.array(
    fc.record({
      amount: fc.double({ min: -0.9, max: 5, noNaN: true }),
      lag: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(flows, (paid) => {
      const account = new Account();
      let equity = 10_000;
      for (let i = 0; i < 4; i++) account.read(equity);
      for (const { amount, lag } of paid) {
        const usd = equity * amount;
        const atMs = account.nowMs + MINUTE_MS / 2;
        equity += usd;
        for (let i = 0; i < 5; i++) {
          if (i === lag) account.pay(usd, atMs);
          expect(account.read(equity).value).toBeCloseTo(0, 9);
        }
      }
      for (let i = 0; i < 3; i++) account.read(equity * 0.9);
      expect(account.read(equity * 0.9).value).toBeCloseTo(0.1, 9);
    }),
  );
});

it('wallet drawdown is zero for an account that was emptied on purpose', () => {
  const account = new Account();
  for (let i = 0; i < 4; i++) account.read(10_000);
  account.pay(-10_000);
  for (let i = 0; i < 5; i++) expect(account.read(0).value).toBe(0);
  account.pay(500);
  for (let i = 0; i < 5; i++) expect(account.read(500).value).toBe(0);
});

it('wallet drawdown is accepted with a change of the baseline', () => {
  const account = new Account();
  for (const equity of [10_000, 10_000, 7_000, 7_000, 7_000]) account.read(equity);
  expect(account.read(7_000).value).toBeCloseTo(0.3, 12);
  expect(account.read(7_000, { baseline: 1 }).value).toBe(0);
});

describe('a wallet that cannot be read', () => {
  const readings = [
    [
      'is not read any more',
      (account: Account) => account.look(10_000, { afterMs: ACCOUNT_STALE_MS + 1 }, 0),
    ],
    ['has no figures', (account: Account) => account.look(null, { afterMs: ACCOUNT_STALE_MS + 1 })],
  ] as const;

  it.each(readings)('an unreadable wallet pauses the bots when positions are open: %s', (_name, look) => {
    const account = new Account();
    account.look(10_000, {}, 0);
    expect(look(account)).toMatchObject({
      scope: 'wallet:prod',
      status: 'tripped',
      outcome: 'PauseBots',
      reason: 'evaluation failed: the wallet of prod was not read for 180 seconds',
    });
  });

  it('an unreadable wallet has three minutes, also from a start without any reading', () => {
    const account = new Account();
    expect(account.look(null)).toMatchObject({ status: 'degraded', outcome: 'None' });
    expect(account.look(null, { afterMs: ACCOUNT_STALE_MS })).toMatchObject({ outcome: 'None' });
    expect(account.look(null, { afterMs: ACCOUNT_STALE_MS + 1 })).toMatchObject({ outcome: 'PauseBots' });
  });

  it('an unreadable wallet pauses no bot while nothing is held', () => {
    const account = new Account();
    account.look(10_000, {}, 0);
    const verdict = account.look(10_000, { afterMs: ACCOUNT_STALE_MS + 1, hasOpenPosition: false }, 0);
    expect(verdict).toMatchObject({ status: 'degraded', outcome: 'None' });
  });
});
