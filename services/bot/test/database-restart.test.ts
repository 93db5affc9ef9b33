/**
 * PostgreSQL itself goes away while a bot is in the middle of emitting: the transaction is lost whole, and
 * the bar still leads to one intent. The lease is a row, so its holder comes back to it.
 */
import { join } from 'node:path';
import { defaultSettings, runBacktest } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { eventually, type PostgresServer, prepareTemplate, startPostgres } from '@platform/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decidedBars, intentsOf, startBot } from './support/live-bot';
import { seriesOf, swingingBars, writeScript } from './support/market';
import { botEnvironment, newBotId, useSurroundings } from './support/surroundings';

const PARAMS = { fast: 4, slow: 12, vol_span: 10 };
const BARS = swingingBars(600, Date.UTC(2025, 5, 1), '1h');

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  await prepareTemplate(postgres);
});
// The last to be undone: what is registered first is.
afterAll(async () => await postgres?.dispose());
const surroundings = useSurroundings(() => postgres!.port);

/** Holds every insert of an intent until the server is gone. */
async function holdIntents(): Promise<void> {
  const client = new pg.Client({ connectionString: surroundings().database.adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE trading.order_intents IN EXCLUSIVE MODE');
}

async function emitIsHeld(): Promise<boolean> {
  const { rows } = await surroundings().owner.query(
    `SELECT FROM pg_stat_activity
     WHERE usename = 'platform_bot' AND wait_event_type = 'Lock' AND query LIKE '%order_intents%'`,
  );
  return rows.length > 0;
}

it('a server that crashes or is stopped inside an emit leaves exactly the intents of the backtest', async () => {
  const strategy = findStrategy('ewmac')!;
  const parsed = strategy.parse(PARAMS);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const { signals } = runBacktest({
    strategy,
    params: parsed.value,
    symbol: 'BTCUSDT',
    timeframe: '1h',
    market: { bars: seriesOf(BARS) },
    settings: defaultSettings('BTCUSDT'),
  });
  expect(signals.length).toBeGreaterThan(4);

  const { owner } = surroundings();
  const botId = newBotId();
  const script = join(surroundings().directory.path, 'script.jsonl');
  writeScript(script, BARS);
  const env = botEnvironment(surroundings(), botId, {
    PLATFORM_BOT_STRATEGY: 'ewmac',
    PLATFORM_BOT_PARAMS: JSON.stringify(PARAMS),
    PLATFORM_BOT_CANDLE_SOURCE: 'scripted',
    PLATFORM_BOT_SCRIPT: script,
    PLATFORM_BOT_SCRIPT_TICK_MS: '5',
  });
  const bot = await startBot(env);
  try {
    for (const end of [() => postgres!.kill(), () => postgres!.stop()]) {
      await holdIntents();
      await eventually(emitIsHeld);
      await end();
      await postgres!.start();
    }
    await eventually(async () => (await decidedBars(owner, botId)).at(-1) === BARS.at(-1)!.openTimeMs);
  } finally {
    await bot.close();
  }
  const intents = await intentsOf(owner, botId);
  expect(intents.map(({ bar_open_time, side }) => [Number(bar_open_time), side])).toEqual(
    signals.map(({ openTimeMs, side }) => [openTimeMs, side]),
  );
});
