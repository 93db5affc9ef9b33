import { SIM_KEYS } from '@platform/exchange-sim';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExecutorDesk, FAST_TIMING, SYMBOL } from './desk';

const UNTOUCHED = 'ETHUSDT';
let desk: ExecutorDesk;
beforeAll(async () => {
  const symbols = [SYMBOL, UNTOUCHED, 'BNBUSDT', 'SOLUSDT'];
  desk = await ExecutorDesk.open({ seed: 91, hedgeMode: false, symbols });
});
afterAll(() => desk?.close());

async function readiness(service: ServiceHandle): Promise<string> {
  const response = await fetch(`${service.url}/readyz`);
  const body = (await response.json()) as { checks: { name: string; detail: string | null }[] };
  return body.checks.find(({ name }) => name === 'network testnet')?.detail ?? 'ready';
}

const row = async () =>
  (
    await desk.rows<{ problem: string | null; position_mode: string; wallet: number; available: number }>(
      `SELECT problem, position_mode, wallet_usd::float8 AS wallet, available_usd::float8 AS available
       FROM trading.accounts WHERE network = 'testnet'`,
    )
  )[0];

/** Of the transfer of so much BNB; undefined while it is not booked, null while it has no price. */
const transferredUsd = async (amount: string) =>
  (
    await desk.rows<{ usd: number | null }>(
      `SELECT amount_usd::float8 AS usd FROM trading.transfers WHERE asset = 'BNB' AND amount = $1`,
      [amount],
    )
  )[0]?.usd;

const setHedgeMode = (on: boolean) => desk.sim.admin.configure('main', { setting: 'hedgeMode', on });

it.each([
  ['a wrong secret', { EXCHANGE_TESTNET_API_SECRET: 'wrong' }, 'secret does not belong to the key'],
  [
    'a key that may only read',
    {
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.readOnly.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.readOnly.secret,
    },
    'may not trade',
  ],
  [
    'a key that may withdraw',
    {
      EXCHANGE_TESTNET_API_KEY: SIM_KEYS.withdrawing.key,
      EXCHANGE_TESTNET_API_SECRET: SIM_KEYS.withdrawing.secret,
    },
    'may withdraw',
  ],
  ['an unknown key', { EXCHANGE_TESTNET_API_KEY: 'wrong' }, 'the exchange'],
])('an account with %s is named by /readyz, the log, the error count and its row', async (_, keys, words) => {
  const service = await desk.start(keys, FAST_TIMING);
  await eventually(async () => {
    expect(await readiness(service)).toMatch(words);
  });
  expect(await desk.errorCount(service, 'EXECUTOR_ACCOUNT_PROBLEM')).toBeGreaterThanOrEqual(1);
  await eventually(async () => {
    expect((await row())?.problem).toMatch(words);
  });
  const positions = (await (await fetch(`${service.url}/positions`)).json()) as {
    networks: { problem: string | null }[];
  };
  expect(positions.networks[0]!.problem).toMatch(words);
  await desk.stop(service);
});

it('an account in one-way mode is left alone while it holds; flat it is switched, checked and traded', async () => {
  const byHand = (side: 'BUY' | 'SELL') =>
    desk.sim.admin.trade('main', { symbol: SYMBOL, side, type: 'MARKET', quantity: '0.01' });
  byHand('BUY');
  const service = await desk.start({}, FAST_TIMING);
  await eventually(async () => {
    expect(await readiness(service)).toContain('could not be switched to hedge mode');
  });
  expect(desk.requests('POST', '/fapi/v1/order')).toHaveLength(0);
  byHand('SELL');
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 200);
  await eventually(async () => {
    expect(await row()).toMatchObject({ problem: null, position_mode: 'hedge' });
  });
  expect((await row())!.wallet).toBeGreaterThan(90_000);

  // Somebody flips the mode back while nothing is open.
  setHedgeMode(false);
  await eventually(() => desk.ledger('config').filter((change) => change['on'] === true).length === 2);
  await eventually(async () => (await readiness(service)) === 'ready');
  await desk.stop(service);
});

it('an account gets cross margin and its bot’s leverage set, and set again when somebody changed them', async () => {
  desk.sim.admin.configure('main', { setting: 'marginType', symbol: SYMBOL, marginType: 'ISOLATED' });
  const service = await desk.startReady({}, FAST_TIMING);
  const bot = await desk.addBot();
  const trade = async (side: 'long' | 'flat') => {
    expect(await desk.outcome(await desk.intend(bot, { side }))).toMatchObject({ outcome: 'accepted' });
    await eventually(() => desk.exchangePosition() > 0 === (side === 'long'));
  };
  const settings = (setting: string) =>
    desk.ledger('config').filter((change) => change['setting'] === setting);
  await trade('long');
  expect(settings('marginType').at(-1)).toMatchObject({ marginType: 'CROSSED' });
  expect(settings('leverage').at(-1)).toMatchObject({ leverage: 1 });
  await trade('flat');
  desk.sim.admin.configure('main', { setting: 'leverage', symbol: SYMBOL, leverage: 50 });
  await eventually(async () => {
    await trade('long');
    await trade('flat');
    return settings('leverage').at(-1)!['leverage'] === 1;
  });
  await desk.stop(service);
});

it.each([
  ['marginType', { code: -4048, message: 'Margin type cannot be changed if there exists position.' }],
  ['leverage', { code: -4028, message: 'Leverage 100 is not valid' }],
])(
  'a refused %s of a symbol is named until it passes, and the symbol’s entries are refused for it',
  async (setting, refusal) => {
    const symbol = setting === 'leverage' ? UNTOUCHED : 'SOLUSDT';
    const service = await desk.startReady({}, FAST_TIMING);
    const bot = await desk.addBot(`refused ${setting}`, symbol);
    const qty = await desk.quantity(symbol);
    const path = `/fapi/v1/${setting}`;
    const { id } = desk.sim.admin.addFault({ kind: 'error', method: 'POST', path, symbol, ...refusal });
    const refused = async () => {
      expect(await desk.outcome(await desk.intend(bot, { side: 'long', qty }))).toEqual({
        outcome: 'rejected',
        outcome_reason: 'margin_sanity_exceeded',
      });
      await eventually(async () => expect(await readiness(service)).toContain(refusal.message));
      return await desk.errorCount(service, 'EXECUTOR_ACCOUNT_PROBLEM');
    };
    const reported = await refused();
    expect(reported).toBeGreaterThan(0);
    expect(await readiness(service)).toContain(`${symbol} takes no entries`);
    await eventually(async () => {
      expect((await row())?.problem).toContain(refusal.message);
    });
    // Reported once, however often it is met; nothing else is kept away by it.
    expect(await refused()).toBe(reported);
    const beside = await desk.addBot(`beside ${setting}`, SYMBOL);
    for (const side of ['long', 'flat'] as const)
      expect(await desk.outcome(await desk.intend(beside, { side }))).toMatchObject({
        outcome: 'accepted',
      });

    desk.sim.admin.clearFaults(id);
    await eventually(async () => (await readiness(service)) === 'ready');
    await eventually(async () => {
      expect((await row())?.problem).toBeNull();
    });
    for (const side of ['long', 'flat'] as const)
      expect(await desk.outcome(await desk.intend(bot, { side, qty }))).toMatchObject({
        outcome: 'accepted',
      });
    await desk.stop(service);
  },
);

it('an account on a machine whose clock is wrong is looked after and left, but not entered', async () => {
  const first = await desk.startReady({}, FAST_TIMING);
  const bot = await desk.addBot('before the clock', SYMBOL);
  expect(await desk.outcome(await desk.intend(bot, { side: 'long' }))).toMatchObject({
    outcome: 'accepted',
  });
  await eventually(() => desk.liveStops().length === 1);
  await desk.stop(first);
  desk.sim.admin.changeClock({ skewMs: 600_000 });
  try {
    const service = await desk.start({}, FAST_TIMING);
    await eventually(async () => {
      expect(await readiness(service)).toContain('clock is 600 s behind');
    });
    expect(await desk.outcome(await desk.intend(bot, { side: 'flat' }))).toMatchObject({
      outcome: 'accepted',
    });
    await eventually(() => desk.isAtRest(SYMBOL, 0));
    const entry = await desk.intend(bot, { side: 'long' });
    await desk.outcome(await desk.intend(bot, { side: 'flat' }));
    expect((await desk.outcome(entry)).outcome).toBe('superseded');
    expect(desk.exchangePosition()).toBe(0);
    await desk.stop(service);
  } finally {
    desk.sim.admin.changeClock({ skewMs: 0 });
  }
});

describe('an account in use', () => {
  let service: ServiceHandle;
  beforeAll(async () => {
    service = await desk.startReady({}, FAST_TIMING);
  });

  it('an account that lists a symbol with only an order, never held, is read, traded and flattened', async () => {
    const price = ((await desk.markPrice(UNTOUCHED)) * 0.93).toFixed(2);
    desk.sim.admin.trade('main', {
      symbol: UNTOUCHED,
      side: 'BUY',
      positionSide: 'LONG',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price,
      quantity: '0.100',
      newClientOrderId: 'web_resting',
    });
    const bot = await desk.addBot('beside', SYMBOL);
    expect(await desk.outcome(await desk.intend(bot, { side: 'long' }))).toMatchObject({
      outcome: 'accepted',
    });
    await eventually(() => desk.isAtRest(SYMBOL, 0.01));
    const request = { network_scope: 'testnet', reason: 'the end of the day' };
    expect((await desk.post(service, '/flatten', request)).status).toBe(200);
    await eventually(() => desk.isAtRest(SYMBOL, 0));
    await eventually(() =>
      desk
        .ledger('order')
        .some(({ clientOrderId, status }) => clientOrderId === 'web_resting' && status === 'CANCELED'),
    );
  });

  it('an account that pays its fees in BNB has them booked in dollars', async () => {
    desk.sim.admin.deposit('main', '10', 'BNB');
    const bot = await desk.addBot('burning', 'SOLUSDT');
    expect(await desk.outcome(await desk.intend(bot, { side: 'long', qty: '3' }))).toMatchObject({
      outcome: 'accepted',
    });
    const [fill] = await eventually(async () => {
      const rows = await desk.rows<{ asset: string; fee: number; usd: number; booked: number }>(
        `SELECT fill.fee_asset AS asset, fill.fee::float8 AS fee, fill.fee_usd::float8 AS usd, position.fees::float8 AS booked
         FROM trading.fills fill JOIN trading.positions position USING (bot_id, symbol) WHERE fill.bot_id = $1`,
        [bot.botId],
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    const price = await desk.markPrice('BNBUSDT');
    expect(fill!.asset).toBe('BNB');
    expect(fill!.usd / (fill!.fee * price)).toBeCloseTo(1, 1);
    expect(fill!.booked).toBeCloseTo(fill!.usd, 8);
  });

  it('an account knows what funding its positions owe at the next settlement, and when', async () => {
    const answer = await fetch(`${desk.sim.url}/fapi/v1/premiumIndex?symbol=SOLUSDT`);
    const index = (await answer.json()) as Record<'markPrice' | 'lastFundingRate', string> & {
      nextFundingTime: number;
    };
    const expected =
      desk.exchangePosition('SOLUSDT') * Number(index.markPrice) * Number(index.lastFundingRate);
    expect(Math.abs(expected)).toBeGreaterThan(0);
    await eventually(async () => {
      const [due] = await desk.rows<{ usd: number; at: Date }>(
        `SELECT funding_due_usd::float8 AS usd, funding_due_at AS at FROM trading.accounts WHERE network = 'testnet'`,
      );
      expect(due!.usd / expected).toBeCloseTo(1, 1);
      expect(due!.at.getTime()).toBe(index.nextFundingTime);
    });
  });

  it('an account in multi-assets mode counts what it holds in other assets as margin', async () => {
    const before = (await row())!.available;
    expect(desk.sim.admin.configure('main', { setting: 'multiAssets', on: true }).ok).toBe(true);
    desk.sim.admin.deposit('main', '100', 'BNB');
    await eventually(async () => {
      expect((await row())!.available).toBeGreaterThan(before + 10_000);
    });
    await eventually(async () => {
      expect((await transferredUsd('100'))! / (100 * (await desk.markPrice('BNBUSDT')))).toBeCloseTo(1, 1);
    });
    await eventually(async () => {
      const { networks } = (await (await fetch(`${service.url}/positions`)).json()) as {
        networks: unknown[];
      };
      expect(networks).toMatchObject([{ multi_assets: true, fee_discount: true, problem: null }]);
    });
    const bot = await desk.addBot('many assets', 'SOLUSDT');
    expect(await desk.outcome(await desk.intend(bot, { side: 'long', qty: '3' }))).toMatchObject({
      outcome: 'accepted',
    });
  });

  it('an account whose asset has no price yet has no figures and unknown fees until there is one', async () => {
    await desk.stop(service);
    const whole = (await row())!.wallet;
    const path = '/fapi/v1/premiumIndex';
    const { id } = desk.sim.admin.addFault({ kind: 'unavailable_503', path, symbol: 'BNBUSDT' });
    service = await desk.startReady({}, FAST_TIMING);
    desk.sim.admin.deposit('main', '0.5', 'BNB');
    await eventually(async () => {
      expect(await row()).toMatchObject({
        wallet: null,
        available: null,
        problem: 'the wallet is not known: no price of BNB can be read',
      });
    });
    const bot = await desk.addBot('unpriced', 'SOLUSDT');
    await desk.configure(bot);
    expect(await desk.outcome(await desk.intend(bot, { side: 'long', qty: '3' }))).toMatchObject({
      outcome: 'accepted',
    });
    const fees = async () =>
      (
        await desk.rows<{ fee: number; usd: number; booked: number; recorded: number }>(
          `SELECT fill.fee::float8 AS fee, fill.fee_usd::float8 AS usd, position.fees::float8 AS booked, trade.fee::float8 AS recorded
           FROM trading.fills fill JOIN trading.positions position USING (bot_id, symbol) LEFT JOIN trading.trades trade USING (fill_id)
           WHERE fill.bot_id = $1`,
          [bot.botId],
        )
      )[0];
    await eventually(async () => {
      expect(await fees()).toMatchObject({ usd: null, booked: 0, recorded: null });
    });
    await eventually(async () => (await transferredUsd('0.5')) === null);
    desk.sim.admin.clearFaults(id);
    await eventually(async () => {
      expect((await row())!.wallet / whole).toBeCloseTo(1, 1);
    });
    await eventually(async () => {
      const { fee, usd, booked, recorded } = (await fees())!;
      expect(usd / (fee * (await desk.markPrice('BNBUSDT')))).toBeCloseTo(1, 1);
      expect(booked).toBeCloseTo(usd, 8);
      expect(recorded).toBeCloseTo(usd, 8);
    });
    await eventually(async () => {
      expect((await transferredUsd('0.5'))! / (0.5 * (await desk.markPrice('BNBUSDT')))).toBeCloseTo(1, 1);
    });
  });
});
