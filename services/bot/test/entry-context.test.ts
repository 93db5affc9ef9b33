/** What a bot sizes from, read by its own role. */
import { newId } from '@platform/service-kit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { equityUsd } from '../src/domain/intent';
import type { BotSettings } from '../src/domain/settings';
import { readEntryContext } from '../src/store/entry-context';
import { newBotId, useSurroundings } from './support/surroundings';

const surroundings = useSurroundings();
const CLOSE = 110;

let bot: pg.Client;
let botId: string;

beforeAll(async () => {
  bot = new pg.Client({ connectionString: surroundings().database.urlFor('platform_bot') });
  await bot.connect();
});
afterAll(() => bot?.end());
beforeEach(async () => {
  botId = newBotId();
  await owner('DELETE FROM trading.accounts');
});

const owner = (text: string, values: unknown[] = []) => surroundings().owner.query(text, values);

const configure = (mode: string, value: string) =>
  owner(
    `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, network, sizing_mode, sizing_value, image_tag,
       allocation_mode, allocation_value)
     VALUES ($1, $2, 'ewmac', 'BTCUSDT', '1h', 'testnet', 'fixed', 0.1, 'latest', $3, $4)
     ON CONFLICT (id) DO UPDATE SET allocation_mode = excluded.allocation_mode, allocation_value = excluded.allocation_value`,
    [botId, `bot ${botId}`, mode, value],
  );

/** As the executor does. */
const openRun = (initialEquity: string) =>
  owner(
    `INSERT INTO trading.runs (id, kind, status, bot_id, network, strategy, symbol, timeframe, initial_equity)
     VALUES ($1, 'live', 'running', $2, 'testnet', 'ewmac', 'BTCUSDT', '1h', $3)`,
    [newId(), botId, initialEquity],
  );
const completeRun = () =>
  owner(`UPDATE trading.runs SET status = 'completed', progress = 1 WHERE bot_id = $1`, [botId]);

const book = (realized: string, qty = '0') =>
  owner(
    `INSERT INTO trading.positions AS held (network, symbol, bot_id, qty, entry_price, realized_pnl, fees)
     VALUES ('testnet', 'BTCUSDT', $1, $2, 100, $3, 1)
     ON CONFLICT ON CONSTRAINT positions_one_per_bot DO UPDATE SET qty = excluded.qty,
       realized_pnl = held.realized_pnl + excluded.realized_pnl`,
    [botId, qty, realized],
  );

async function equity(): Promise<number | null> {
  const settings = { botId, symbol: 'BTCUSDT', network: 'testnet', clusterId: null } as BotSettings;
  const context = await readEntryContext(bot, settings);
  return context.book === null ? null : equityUsd(context.book, CLOSE);
}

it('a bot sizes from its allocation in USD before its first run, with what its position has gained', async () => {
  await configure('usd', '2500');
  expect(await equity()).toBe(2_500);
  await book('0', '2');
  expect(await equity()).toBe(2_520);
});

it('a bot sizes from its share of the wallet of its network', async () => {
  await owner(
    `INSERT INTO trading.accounts (network, position_mode, wallet_usd) VALUES ('testnet', 'hedge', 40000)`,
  );
  await configure('share', '0.01');
  expect(await equity()).toBe(400);
});

it('a bot sizes from nothing while the wallet that it has a share of is unknown', async () => {
  await configure('share', '0.01');
  expect(await equity()).toBeNull();
  await owner(`INSERT INTO trading.accounts (network, position_mode) VALUES ('testnet', 'hedge')`);
  expect(await equity()).toBeNull();
});

it('a bot sizes from the equity of its run, which a wallet that moves does not change', async () => {
  await owner(
    `INSERT INTO trading.accounts (network, position_mode, wallet_usd) VALUES ('testnet', 'hedge', 40000)`,
  );
  await configure('share', '0.5');
  await openRun('20000');
  await book('101');
  await owner('UPDATE trading.accounts SET wallet_usd = 90000');
  expect(await equity()).toBe(20_100);
});

it('a bot sizes from its new allocation as soon as it has one, without what it made with the old', async () => {
  await configure('usd', '10000');
  await openRun('10000');
  await book('5001');
  expect(await equity()).toBe(15_000);
  await configure('usd', '100');
  expect(await equity()).toBe(100);
  await completeRun();
  await openRun('100');
  expect(await equity()).toBe(100);
  await book('7');
  expect(await equity()).toBe(107);
});

it('a bot without a configuration sizes from what a backtest begins with', async () => {
  expect(await equity()).toBe(10_000);
  await openRun('300');
  await book('51');
  expect(await equity()).toBe(350);
});
