import type { Income } from '@platform/exchange';
import { describe, expect, it } from 'vitest';
import { CashBook, type CashBookParts } from './cash-book';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** The exchange answers for so much in one request. */
const WINDOW_MS = 7 * DAY_MS;

it('income is read once as far back as the exchange keeps it, later from the day before the last read', async () => {
  const account = new Account({ fundingKnownDaysAgo: 365 });
  expect(await account.cash.readIncome()).toBe(true);
  expect(account.lastSpanMs() / WINDOW_MS).toBeLessThanOrEqual(14);
  expect(account.lastSpanMs()).toBeGreaterThan(91 * DAY_MS);
  account.nowMs += MINUTE_MS;
  await account.cash.readIncome();
  expect(account.lastSpanMs()).toBe(DAY_MS + MINUTE_MS);
});

it('the funding of a long-lived account misses no payment, also none that is listed hours after its time', async () => {
  const account = new Account({ fundingKnownDaysAgo: 365 });
  await account.cash.readIncome();
  account.nowMs += 12 * 60 * MINUTE_MS;
  await account.cash.readIncome();
  account.pay({ transactionId: 'late', timeMs: account.nowMs - 6 * 60 * MINUTE_MS });
  await account.cash.readIncome();
  expect(account.booked).toEqual(['late']);
});

it.each(['read', 'booked'] as const)(
  'income that could not be read %s is read again from where it was',
  async (step) => {
    const account = new Account({ fundingKnownDaysAgo: 365 });
    account.pay({ transactionId: 'old', timeMs: account.nowMs - 60 * DAY_MS });
    account.failing = step;
    expect(await account.cash.readIncome().catch(() => false)).toBe(false);
    account.failing = undefined;
    account.nowMs += MINUTE_MS;
    await account.cash.readIncome();
    expect(account.booked).toEqual(['old']);
  },
);

/** What explains that a payment of the kind moved the wallet. */
const EXPLAINED_BY: Readonly<Record<Income['kind'], 'the payment' | 'a fill'>> = {
  funding: 'the payment',
  commission: 'a fill',
  rebate: 'the payment',
  realized_pnl: 'a fill',
  liquidation_fee: 'the payment',
  transfer: 'the payment',
  other: 'the payment',
};

describe('a payment that no fill goes with', () => {
  const kinds = Object.entries(EXPLAINED_BY) as [Income['kind'], string][];

  it.each(kinds)(
    'a payment as %s in dollars that no fill goes with is explained by %s',
    async (kind, explanation) => {
      const account = await paid({ kind, asset: 'USDT', amount: '12.5' });
      expect(account.reports).toEqual(explanation === 'a fill' ? ['12.5'] : []);
    },
  );

  it.each(kinds)(
    'a payment as %s in another asset that no fill goes with explains nothing, and moves no dollars',
    async (kind) => {
      const account = await paid({ kind, asset: 'BNB', amount: '12.5' });
      expect(account.reports).toEqual([]);
    },
  );

  it('a payment that no fill goes with counts beside another type of the same id', async () => {
    const account = await paid(
      { kind: 'transfer', type: 'TRANSFER', amount: '100' },
      { kind: 'rebate', type: 'API_REBATE', amount: '2' },
    );
    expect(account.reports).toEqual([]);
  });
});

describe('a wallet that moved by what nothing explains', () => {
  const moved = async (amount: number) => {
    const account = new Account({ fundingKnownDaysAgo: 0 });
    await account.cash.compareWallet();
    account.wallet += amount;
    await account.look(3);
    return account;
  };

  it('a wallet that nothing explains is reported again and again for as long as that lasts', async () => {
    const account = await moved(50);
    expect(account.reports).toEqual(['50']);
    await account.look(60);
    expect(account.reports.length).toBeGreaterThanOrEqual(60 / 6);
    expect(new Set(account.reports)).toEqual(new Set(['50']));
  });

  it('a wallet is explained by a payment that is listed late, and is not reported any more', async () => {
    const account = await moved(50);
    account.wallet -= 50;
    account.pay({ kind: 'rebate', amount: '50' });
    await account.look(60);
    expect(account.reports).toEqual(['50']);
  });

  it('a wallet that moves once more is reported at once, with all that is not explained', async () => {
    const account = await moved(50);
    account.wallet -= 20;
    await account.look(2);
    expect(account.reports).toEqual(['50', '30']);
  });

  it('a wallet is taken as it is by a start', async () => {
    const account = await moved(50);
    account.start();
    await account.look(60);
    expect(account.reports).toEqual(['50']);
  });
});

/** Compared before the payments and often enough after them. */
async function paid(...payments: readonly Partial<Income>[]): Promise<Account> {
  const account = new Account({ fundingKnownDaysAgo: 0 });
  await account.cash.compareWallet();
  for (const payment of payments) account.pay(payment);
  await account.look(3);
  return account;
}

/** An account at the exchange and what is booked of it, with the clock in the hands of the test. */
class Account {
  nowMs = 1_800_000_000_000;
  failing: 'read' | 'booked' | undefined;
  readonly booked: string[] = [];
  /** What the wallet is said to have moved by without an explanation. */
  readonly reports: string[] = [];
  wallet = 1_000;
  private bookedCash = 0;
  private readonly spansMs: number[] = [];
  private readonly payments: Income[] = [];
  private knownToMs: number;
  cash: CashBook;
  private readonly parts: CashBookParts;

  constructor({ fundingKnownDaysAgo }: { readonly fundingKnownDaysAgo: number }) {
    this.knownToMs = this.nowMs - fundingKnownDaysAgo * DAY_MS;
    const port = {
      clock: { nowMs: () => this.nowMs },
      account: {
        income: async ({ fromMs }: { fromMs: number }) => this.income(fromMs),
        balances: async () => ({ kind: 'ok', value: [{ asset: 'USDT', wallet: String(this.wallet) }] }),
      },
      marketData: { fundingRates: async () => ({ kind: 'unknown' }) },
    };
    const positions = {
      fundingKnownTo: async () => this.knownToMs,
      bookTransfer: async () => {},
      bookedCash: async () => String(this.bookedCash),
      bookFunding: async (_network: string, { transactionId, amount, asset, timeMs }: Income) => {
        if (this.failing === 'booked') throw new Error('the database is away');
        if (asset === 'USDT' && !this.booked.includes(transactionId)) this.bookedCash += Number(amount);
        this.booked.push(transactionId);
        this.knownToMs = timeMs;
      },
    };
    this.parts = {
      exchange: { network: 'testnet', port, usdOf: async (amount: string) => amount },
      positions,
      errors: {
        report: (_code: string, context: { drift_usd: string }) => this.reports.push(context.drift_usd),
      },
      nowMs: () => this.nowMs,
    } as unknown as CashBookParts;
    this.cash = new CashBook(this.parts);
  }

  /** The executor is started again. */
  start(): void {
    this.cash = new CashBook(this.parts);
  }

  /** Once a minute. */
  async look(times: number): Promise<void> {
    for (let look = 0; look < times; look += 1) {
      this.nowMs += MINUTE_MS;
      await this.cash.compareWallet();
    }
  }

  lastSpanMs(): number {
    return this.spansMs.at(-1)!;
  }

  pay(payment: Partial<Income>): void {
    const paid: Income = {
      kind: 'funding',
      type: 'A_TYPE',
      symbol: 'BTCUSDT',
      amount: '-1',
      asset: 'USDT',
      transactionId: '1',
      timeMs: this.nowMs,
      ...payment,
    };
    if (paid.asset === 'USDT') this.wallet += Number(paid.amount);
    this.payments.push(paid);
  }

  private income(fromMs: number): object {
    this.spansMs.push(this.nowMs - fromMs);
    if (this.failing === 'read') return { kind: 'unknown' };
    return { kind: 'ok', value: this.payments.filter(({ timeMs }) => timeMs >= fromMs) };
  }
}
