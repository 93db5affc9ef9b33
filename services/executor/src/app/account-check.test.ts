import type { AccountSettings, KeyPermissions, ReadOutcome } from '@platform/exchange';
import { expect, it } from 'vitest';
import { AccountCheck, type AccountCheckParts } from './account-check';
import type { AccountFigures, RecordAccount } from './ports';

const HOUR_MS = 3_600_000;
const TRADING: KeyPermissions = {
  canRead: true,
  canTradeFutures: true,
  canWithdraw: false,
  isIpRestricted: true,
};
const SETTINGS: AccountSettings = { positionMode: 'hedge', isMultiAssets: false, canTrade: true };
const LOST: ReadOutcome<never> = { kind: 'unknown', cause: 'timeout', message: 'no answer' };
const ok = <T>(value: T) => ({ kind: 'ok', value }) as const;

it('an account whose settings are not answered is a problem at the start, and no news later', async () => {
  const account = new Account('prod');
  account.settings = LOST;
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await account.check.checkAtStart()).toBe(false);
  const problem = 'the settings of the account cannot be read: the exchange does not answer: no answer';
  expect([account.check.isFit(), account.check.problem()]).toEqual([false, problem]);
  expect([account.reported, account.recorded.at(-1)?.problem]).toEqual([[problem], problem]);
  account.settings = ok(SETTINGS);
  expect(await account.check.checkAtStart()).toBe(true);
  account.settings = LOST;
  expect(await account.check.check()).toBe(false);
  expect([account.check.isFit(), account.reported]).toEqual([true, [problem]]);
});

it('an unknown key state keeps entries away, but not exits and stops, and is asked for again', async () => {
  const account = new Account('prod');
  account.key = LOST;
  expect(await account.check.checkAtStart()).toBe(true);
  expect([account.check.isFit(), account.check.problem()]).toEqual([
    false,
    'what the key may do is not known: the exchange does not answer: no answer',
  ]);
  account.key = ok(TRADING);
  expect(await account.check.check()).toBe(true);
  expect([account.check.isFit(), account.check.problem()]).toEqual([true, null]);
});

it('a key is a problem as soon as a late answer says that it may withdraw', async () => {
  const account = new Account('prod');
  account.key = LOST;
  await account.check.checkAtStart();
  account.key = ok({ ...TRADING, canWithdraw: true });
  expect(await account.check.check()).toBe(false);
  expect(account.check.problem()).toContain('may withdraw');
});

it('a key is looked at every hour, and stays as it was known while the exchange does not answer', async () => {
  const account = new Account('prod');
  await account.check.checkAtStart();
  account.nowMs += HOUR_MS;
  account.key = LOST;
  await account.check.check();
  expect(account.check.isFit()).toBe(true);
  account.key = ok({ ...TRADING, canWithdraw: true });
  await account.check.check();
  expect(account.check.problem()).toContain('may withdraw');
  expect(account.asked).toBe(3);
});

it('the testnet does not report what a key may do', async () => {
  const account = new Account('testnet');
  account.key = LOST;
  expect(await account.check.checkAtStart()).toBe(true);
  expect(account.check.isFit()).toBe(true);
});

it('what the exchange refuses of a symbol is reported once while it lasts, and gone when it has passed', async () => {
  const account = new Account('prod');
  await account.check.checkAtStart();
  for (let look = 0; look < 3; look += 1) account.check.noteSymbol('BTCUSDT', 'BTCUSDT takes no entries');
  await account.check.check();
  expect(account.reported).toEqual(['BTCUSDT takes no entries']);
  expect([account.check.isFit(), account.recorded.at(-1)?.problem]).toEqual([
    true,
    'BTCUSDT takes no entries',
  ]);
  account.check.noteSymbol('BTCUSDT', null);
  await account.check.check();
  expect([account.check.problem(), account.recorded.at(-1)?.problem]).toEqual([null, null]);
});

it('a wallet has no figures while a price in it is unknown, and says of what, until it is known', async () => {
  const account = new Account('prod');
  account.btcPrice = null;
  for (let look = 0; look < 3; look += 1) await account.check.check();
  const problem = 'the wallet is not known: no price of BTC can be read';
  expect(account.recorded.at(-1)).toEqual({ figures: undefined, problem });
  expect([account.reported, account.check.isFit(), account.check.problem()]).toEqual([[problem], true, null]);
  account.btcPrice = 50_000;
  await account.check.check();
  expect(account.recorded.at(-1)).toMatchObject({ figures: { walletUsd: '50100' }, problem: null });
});

it('multi-assets mode and the discount on fees are logged once, and again when they change', async () => {
  const account = new Account('prod');
  await account.check.checkAtStart();
  for (let look = 0; look < 3; look += 1) await account.check.check();
  account.settings = ok({ ...SETTINGS, isMultiAssets: true });
  await account.check.check();
  account.discount = ok(false);
  await account.check.check();
  expect(account.discountAsked).toBe(1);
  account.nowMs += HOUR_MS;
  await account.check.check();
  expect(account.logged).toEqual([
    { network: 'prod', multi_assets: false, fee_discount: true },
    { network: 'prod', multi_assets: true, fee_discount: true },
    { network: 'prod', multi_assets: true, fee_discount: false },
  ]);
  expect(account.check.setup()).toEqual({ isMultiAssets: true, hasFeeDiscount: false });
});

it('how fees are paid is named while the start cannot read it, keeps nothing away, and is asked again', async () => {
  const account = new Account('prod');
  account.discount = LOST;
  expect(await account.check.checkAtStart()).toBe(true);
  await account.check.check();
  const problem = 'how fees are paid cannot be read: the exchange does not answer: no answer';
  expect([account.reported, account.recorded.at(-1)?.problem]).toEqual([[problem], problem]);
  expect([account.check.isFit(), account.check.problem()]).toEqual([true, null]);
  account.nowMs += 5 * 60_000;
  await account.check.check();
  expect(account.reported).toEqual([problem, problem]);
  account.discount = ok(true);
  await account.check.check();
  expect(account.recorded.at(-1)?.problem).toBeNull();
  account.nowMs += HOUR_MS;
  account.discount = LOST;
  await account.check.check();
  expect([account.check.setup().hasFeeDiscount, account.recorded.at(-1)?.problem]).toEqual([true, null]);
});

it('an exchange that refuses to say how fees are paid is asked once an hour and is no problem', async () => {
  const account = new Account('prod');
  account.discount = { kind: 'rejected', reason: 'other', code: '-1', message: 'no' };
  for (let look = 0; look < 3; look += 1) await account.check.check();
  expect([account.discountAsked, account.reported.length]).toEqual([1, 1]);
  expect([account.check.setup().hasFeeDiscount, account.recorded.at(-1)?.problem]).toEqual([null, null]);
});

it('other assets than the margin count as margin in use only where they are margin', async () => {
  const account = new Account('prod');
  await account.check.check();
  expect(account.recorded.at(-1)?.figures).toMatchObject({ walletUsd: '50100', marginUsedUsd: '0' });
  account.settings = ok({ ...SETTINGS, isMultiAssets: true });
  await account.check.check();
  expect(account.recorded.at(-1)?.figures).toMatchObject({ walletUsd: '50100', marginUsedUsd: '50000' });
});

/** With a hundred dollars and a bitcoin. */
class Account {
  nowMs = 0;
  settings: ReadOutcome<AccountSettings> = ok(SETTINGS);
  discount: ReadOutcome<boolean> = ok(true);
  discountAsked = 0;
  key: ReadOutcome<KeyPermissions> = ok(TRADING);
  asked = 0;
  btcPrice: number | null = 50_000;
  readonly reported: string[] = [];
  readonly logged: object[] = [];
  readonly recorded: { readonly figures: AccountFigures | undefined; readonly problem: string | null }[] = [];
  readonly check: AccountCheck;

  constructor(network: 'prod' | 'testnet') {
    const balance = (asset: string, wallet: string) => ({
      asset,
      wallet,
      unrealizedPnl: '0',
      available: wallet,
    });
    const account = {
      settings: async () => this.settings,
      keyPermissions: async () => {
        this.asked += 1;
        return this.key;
      },
      hasFeeDiscount: async () => {
        this.discountAsked += 1;
        return this.discount;
      },
      balances: async () => ok([balance('USDT', '100'), balance('BTC', '1'), balance('ETH', '0')]),
    };
    this.check = new AccountCheck({
      exchange: {
        network,
        port: {
          account,
          positionMode: 'hedge',
          clock: { resync: async () => ok(undefined), offsetMs: () => 0 },
        },
        usdOf: async (amount: string, asset: string) => {
          if (asset === 'USDT' || Number(amount) === 0) return amount;
          return this.btcPrice === null ? null : String(Number(amount) * this.btcPrice);
        },
        availableUsd: async () => '100',
        positions: async () => ok([]),
      },
      recordAccount: async (...[, , figures, problem]: Parameters<RecordAccount>) =>
        void this.recorded.push({ figures, problem }),
      errors: { report: (_code: string, { message }: { message: string }) => this.reported.push(message) },
      log: { info: (setup: object) => this.logged.push(setup) },
      nowMs: () => this.nowMs,
    } as unknown as AccountCheckParts);
  }
}
