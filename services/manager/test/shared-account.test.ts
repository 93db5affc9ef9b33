import type { BotConfig, PortfolioResponse } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, ManagerFixture } from './fixture';

const BOT = { strategy: 'supertrend', symbol: 'BTCUSDT', timeframe: '1d' };

let fixture: ManagerFixture;
let manager: ServiceHandle;
let serial = 0;

beforeAll(async () => {
  fixture = await ManagerFixture.open();
  manager = await fixture.start({ PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '600000' });
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await fixture.rows('DELETE FROM trading.positions');
  await fixture.rows('DELETE FROM trading.orders');
  await fixture.rows('DELETE FROM trading.accounts');
  await fixture.rows(
    `UPDATE trading.bot_configs SET desired_state = 'stopped', deleted_at = now() WHERE deleted_at IS NULL`,
  );
});

const post = <T>(path: string, body?: unknown) => call<T>(manager, 'POST', path, body);
const patch = (bot: BotConfig, body: unknown) => call<BotConfig>(manager, 'PATCH', `/bots/${bot.id}`, body);
const start = (bot: BotConfig) => post<BotConfig>(`/bots/${bot.id}/start`);

async function createBot(overrides: Record<string, unknown> = {}): Promise<BotConfig> {
  const { status, body } = await post<BotConfig>('/bots', {
    bot_name: `bot ${serial++}`,
    ...BOT,
    ...overrides,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function startedBot(overrides: Record<string, unknown> = {}): Promise<BotConfig> {
  const bot = await createBot(overrides);
  expect((await start(bot)).status).toBe(200);
  return bot;
}

const report = (network: string, walletUsd: string | null, columns = '', values = '') =>
  fixture.rows(
    `INSERT INTO trading.accounts (network, position_mode, wallet_usd ${columns && `, ${columns}`})
     VALUES ($1, 'hedge', $2 ${values && `, ${values}`})`,
    [network, walletUsd],
  );

const hold = (bot: BotConfig, qty: string) =>
  fixture.rows(
    `INSERT INTO trading.positions (network, symbol, bot_id, qty, entry_price) VALUES ($1, $2, $3, $4, 100)`,
    [bot.network, bot.symbol, bot.id, qty],
  );

function expectConflict(answer: Answer, field: string, message: RegExp): void {
  expect(answer).toMatchObject({ status: 409, body: { code: 'MANAGER_CONFLICT', field } });
  expect(answer.body.message).toMatch(message);
}

it('an allocation is 10,000 USD unless the request says otherwise, and may be a share of the wallet', async () => {
  expect((await createBot()).allocation).toEqual({ mode: 'usd', value: 10_000 });
  const share = { mode: 'share', value: 0.01 };
  const bot = await createBot({ allocation: share });
  expect(bot.allocation).toEqual(share);
  expect((await call<BotConfig>(manager, 'GET', `/bots/${bot.id}`)).body.allocation).toEqual(share);
  const defaults = await call(manager, 'GET', '/bff/bot-defaults');
  expect(defaults.body).toMatchObject({ allocation: { mode: 'usd', value: 10_000 } });
});

it.each([
  [{ mode: 'usd', value: 0 }, 'allocation/value'],
  [{ mode: 'usd', value: -5 }, 'allocation/value'],
  [{ mode: 'share', value: 1.01 }, 'allocation/value'],
  [{ mode: 'share', value: 5 }, 'allocation/value'],
  [{ mode: 'percent', value: 5 }, 'allocation/mode'],
  [{ mode: 'usd', value: '5' }, 'allocation/value'],
  [{ mode: 'usd' }, 'allocation/value'],
  ['all of it', 'allocation'],
])('an allocation of %j is refused by its field', async (allocation, field) => {
  const answer = await post('/bots', { bot_name: `refused ${serial++}`, ...BOT, allocation });
  expect(answer).toMatchObject({ status: 400, body: { code: 'MANAGER_INVALID_REQUEST', field } });
});

it('an allocation changes without a restart of the bot, since it is read at each entry', async () => {
  const bot = await createBot();
  const changed = await patch(bot, { allocation: { mode: 'usd', value: 500 } });
  expect(changed.body).toMatchObject({ generation: 1, allocation: { mode: 'usd', value: 500 } });
});

it('a start beyond the wallet is refused with wallet, sum and share, and nothing is changed', async () => {
  await report('testnet', '15000');
  await startedBot();
  const second = await createBot({ symbol: 'ETHUSDT' });
  expectConflict(await start(second), 'allocation', /allocated 10000 USD.*20000 USD.*wallet holds 15000 USD/);
  const { body } = await call<BotConfig>(manager, 'GET', `/bots/${second.id}`);
  expect(body.desired_state).toBe('stopped');
  expect(await fixture.rows('SELECT FROM trading.bot_commands WHERE bot_id = $1', [second.id])).toEqual([]);
  await patch(second, { allocation: { mode: 'usd', value: 5_000 } });
  expect((await start(second)).status).toBe(200);
});

it('allocations are judged by network: the wallet of one is no cover for another', async () => {
  await report('testnet', '100000');
  await report('prod', '5000');
  const bot = await createBot({ network: 'prod' });
  expectConflict(await start(bot), 'allocation', /running bots of prod.*wallet holds 5000 USD/);
});

it('allocations count wallet shares, paused bots and stopped bots that still hold a position', async () => {
  await report('testnet', '1000');
  const paused = await startedBot({ allocation: { mode: 'share', value: 0.5 } });
  await post(`/bots/${paused.id}/pause`);
  const holder = await createBot({ symbol: 'ETHUSDT', allocation: { mode: 'usd', value: 300 } });
  await hold(holder, '1');
  const third = await createBot({ symbol: 'SOLUSDT', allocation: { mode: 'share', value: 0.2001 } });
  expectConflict(await start(third), 'allocation', /200\.1 USD.*1000\.1 USD.*1000 USD/);
  await patch(third, { allocation: { mode: 'share', value: 0.2 } });
  expect((await start(third)).status).toBe(200);
});

it('raising the allocation of a bot that runs does not get it beyond the wallet', async () => {
  await report('testnet', '15000');
  const bot = await startedBot();
  const raised = await patch(bot, { allocation: { mode: 'usd', value: 15_001 } });
  expectConflict(raised, 'allocation', /15001 USD/);
  const { body } = await call<BotConfig>(manager, 'GET', `/bots/${bot.id}`);
  expect(body.allocation.value).toBe(10_000);
  expect((await patch(bot, { allocation: { mode: 'usd', value: 15_000 } })).status).toBe(200);
});

it('starts beyond the wallet are refused to all but one of several at the same moment', async () => {
  await report('testnet', '15000');
  const bots = await Promise.all(['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map((symbol) => createBot({ symbol })));
  const answers = await Promise.all(bots.map(start));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

it('an unknown wallet refuses every start on prod', async () => {
  const bot = await createBot({ network: 'prod' });
  expectConflict(await start(bot), 'allocation', /wallet of prod is not known/);
  await report('prod', null);
  expectConflict(await start(bot), 'allocation', /wallet of prod is not known/);
});

it('an unknown wallet refuses a start on the testnet once the executor has reported its account', async () => {
  const bot = await createBot();
  await report('testnet', null, 'problem', `'the key is wrong'`);
  expectConflict(await start(bot), 'allocation', /wallet of testnet is not known/);
});

it('an unknown wallet lets amounts of test money start before the first report, and no share of it', async () => {
  await startedBot();
  const share = await createBot({ symbol: 'ETHUSDT', allocation: { mode: 'share', value: 0.1 } });
  expectConflict(await start(share), 'allocation', /wallet of testnet is not known/);
});

it('a wallet that was last read three minutes ago is unknown', async () => {
  await report('prod', '100000', 'read_at', `now() - interval '181 seconds'`);
  const bot = await createBot({ network: 'prod' });
  expectConflict(await start(bot), 'allocation', /wallet of prod was not read for 180 seconds/);
});

it('bots that share a symbol agree on its leverage, or the second is refused by the name of the first', async () => {
  const first = await startedBot({ leverage: 2 });
  const named = new RegExp(`^${first.bot_name} trades BTCUSDT on testnet with leverage 2`);
  const other = { ...BOT, strategy: 'psar' };
  expectConflict(await post('/bots', { bot_name: 'odd', ...other, leverage: 3 }), 'leverage', named);
  const second = await createBot({ strategy: 'psar', leverage: 2 });
  expectConflict(await patch(second, { leverage: 3 }), 'leverage', named);
  await fixture.rows('UPDATE trading.bot_configs SET leverage = 3 WHERE id = $1', [second.id]);
  expectConflict(await start(second), 'leverage', named);
});

it('bots may differ in leverage while none of them trades, and on different networks', async () => {
  await report('prod', '100000');
  await createBot({ leverage: 2 });
  await startedBot({ leverage: 3 });
  await startedBot({ leverage: 4, network: 'prod' });
});

it('bots that share a symbol are one bot where the account is in one-way mode', async () => {
  await report('testnet', '100000');
  await fixture.rows(`UPDATE trading.accounts SET position_mode = 'one_way'`);
  const first = await startedBot();
  const named = new RegExp(`^${first.bot_name} trades BTCUSDT on testnet, whose account is in one-way mode`);
  expectConflict(await post('/bots', { bot_name: 'second', ...BOT, strategy: 'psar' }), 'symbol', named);
  const elsewhere = await createBot({ symbol: 'ETHUSDT' });
  expectConflict(await patch(elsewhere, { symbol: 'BTCUSDT' }), 'symbol', named);
  await fixture.rows(`UPDATE trading.bot_configs SET symbol = 'BTCUSDT' WHERE id = $1`, [elsewhere.id]);
  expectConflict(await start(elsewhere), 'symbol', named);
});

describe('a bot that still holds something', () => {
  const symbolChange = { symbol: 'ETHUSDT' };

  it.each([
    [
      'its position',
      async (bot: BotConfig) => void (await hold(bot, '-0.5')),
      /holds -0\.5 BTCUSDT on testnet: flatten/,
    ],
    [
      'an order of unknown fate',
      async (bot: BotConfig) => {
        await fixture.rows(
          `INSERT INTO trading.orders (order_id, bot_id, network, symbol, leg, order_type, side, qty, client_order_id, status, reduce_only)
           VALUES (gen_random_uuid(), $1, 'testnet', 'BTCUSDT', 'exit', 'market', 'sell', 1, $2, 'unknown', true)`,
          [bot.id, bot.id],
        );
      },
      /has an order of BTCUSDT under way/,
    ],
  ])(
    'a bot that still holds something is neither deleted nor moved to another symbol or network: %s',
    async (_what, keep, message) => {
      const bot = await createBot();
      await keep(bot);
      expectConflict(await call(manager, 'DELETE', `/bots/${bot.id}`), 'id', message);
      expectConflict(await patch(bot, symbolChange), 'id', message);
      expectConflict(await patch(bot, { network: 'prod' }), 'id', message);
      expect((await patch(bot, { bot_name: `renamed ${serial++}` })).status).toBe(200);
      await fixture.rows('DELETE FROM trading.positions');
      await fixture.rows('DELETE FROM trading.orders');
      expect((await patch(bot, symbolChange)).status).toBe(200);
      expect((await call(manager, 'DELETE', `/bots/${bot.id}`)).status).toBe(200);
    },
  );

  it('a bot changes its symbol and network only when stopped', async () => {
    const bot = await startedBot();
    for (const change of [symbolChange, { network: 'prod' }]) {
      expect(await patch(bot, change)).toMatchObject({
        status: 409,
        body: { code: 'MANAGER_INVALID_STATE_TRANSITION' },
      });
    }
  });
});

it('the portfolio shows each wallet, what is allocated of it, and what keeps it from trading', async () => {
  await report(
    'testnet',
    '98765.4300',
    'unrealised_pnl_usd, margin_used_usd, available_usd, funding_due_usd, funding_due_at',
    `-12.5, 1000, 97000, 1.2500, '2026-11-17T16:00:00Z'`,
  );
  await report(
    'prod',
    null,
    'problem, read_at',
    `'the key is for another network', now() - interval '1 hour'`,
  );
  await startedBot();
  await startedBot({ symbol: 'ETHUSDT', allocation: { mode: 'share', value: 0.1 } });
  const { body } = await call<PortfolioResponse>(manager, 'GET', '/portfolio');
  expect(body.accounts).toMatchObject([
    {
      network: 'testnet',
      positionMode: 'hedge',
      walletUsd: '98765.43',
      unrealisedPnlUsd: '-12.5',
      marginUsedUsd: '1000',
      availableUsd: '97000',
      fundingDueUsd: '1.25',
      fundingDueAt: '2026-11-17T16:00:00.000Z',
      allocatedUsd: '19876.543',
      problem: null,
      stale: false,
    },
    {
      network: 'prod',
      walletUsd: null,
      availableUsd: null,
      allocatedUsd: '0',
      stale: true,
      fundingDueUsd: null,
      fundingDueAt: null,
      problem: 'the key is for another network',
    },
  ]);
  expect(Date.parse(body.accounts[0]!.readAt)).toBeGreaterThan(Date.now() - 60_000);
});
