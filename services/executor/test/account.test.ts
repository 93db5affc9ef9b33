import { SIM_KEYS } from '@platform/exchange-sim';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExecutorDesk, HASTE, SYMBOL } from './desk';

let desk: ExecutorDesk;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 91, hedgeMode: false });
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

const setHedgeMode = (on: boolean) => desk.sim.admin.configure('main', { setting: 'hedgeMode', on });

describe('an account', () => {
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
    ['an unknown key', { EXCHANGE_TESTNET_API_KEY: 'wrong' }, 'the exchange'],
  ])('with %s is named by /readyz, the log, the error count and its row', async (_, keys, words) => {
    const service = await desk.start(keys, HASTE);
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

  it('in one-way mode with a position is left alone and named; flat it is switched, checked again and traded', async () => {
    const byHand = (side: 'BUY' | 'SELL') =>
      desk.sim.admin.trade('main', { symbol: SYMBOL, side, type: 'MARKET', quantity: '0.01' });
    byHand('BUY');
    const service = await desk.start({}, HASTE);
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

  it('gets cross margin and its bot’s leverage set, and set again when somebody changed them', async () => {
    desk.sim.admin.configure('main', { setting: 'marginType', symbol: SYMBOL, marginType: 'ISOLATED' });
    const service = await desk.startReady({}, HASTE);
    const bot = await desk.addBot();
    const trade = async (side: 'long' | 'flat') => {
      expect((await desk.outcome(await desk.intend(bot, { side }))).outcome).toBe('accepted');
      await eventually(() => desk.venuePosition() > 0 === (side === 'long'));
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
});
