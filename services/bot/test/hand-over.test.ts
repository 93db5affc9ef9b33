/**
 * A swap on the real bus: the shadow sees every bar that the bot sees, takes over without ending, and the bot
 * that lost its lease ends.
 */
import { createHash, randomUUID } from 'node:crypto';
import { leaseKey, leaseKeyMaterial, shadowLeaseKey } from '@platform/contracts';
import { type Bar, barOpenTimeMs, HOUR_MS } from '@platform/core';
import { defaultSettings, runBacktest } from '@platform/engine';
import { findStrategy } from '@platform/strategies';
import { eventually } from '@platform/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { BarFeed } from './support/bars';
import { DataServer } from './support/data-server';
import { eventsOf, intentsOf, startBot, untilReady } from './support/live-bot';
import { seriesOf, swingingBars } from './support/market';
import { botEnvironment, newBotId, useSurroundings } from './support/surroundings';

const STRATEGY = 'ewmac';
const PARAMS = { fast: 4, slow: 12, vol_span: 10 };
const LIVE_BARS = 60;

const surroundings = useSurroundings();

/** A bot that has decided 20 bars and its shadow that has decided them again. */
async function shadowedBot(symbol: string) {
  const { owner, nats } = surroundings();
  const strategy = findStrategy(STRATEGY)!;
  const parsed = strategy.parse(PARAMS);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const warmupBars = strategy.warmupBars(parsed.value, '1h');
  const newestClosedMs = barOpenTimeMs('1h', Date.now()) - HOUR_MS;
  const market = swingingBars(warmupBars + LIVE_BARS, newestClosedMs + LIVE_BARS * HOUR_MS, '1h');
  const [history, live] = [market.slice(0, warmupBars), market.slice(warmupBars)];

  const data = new DataServer();
  await data.start();
  onTestFinished(() => data.close());
  const feed = await BarFeed.connect(nats);
  onTestFinished(() => feed.close());
  data.bars = [...history];

  const botId = newBotId();
  await owner.query(
    `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, params, network, sizing_mode, sizing_value,
       image_tag, desired_state) VALUES ($1, 'handed over ' || $3, $2, $3, '1h', $4, 'testnet', 'fixed', 0.05, 'v1', 'running')`,
    [botId, STRATEGY, symbol, JSON.stringify(PARAMS)],
  );
  const env = botEnvironment(surroundings(), botId, {
    PLATFORM_BOT_SYMBOL: symbol,
    PLATFORM_BOT_STRATEGY: STRATEGY,
    PLATFORM_BOT_PARAMS: JSON.stringify(PARAMS),
    PLATFORM_DATA_BASE_URL: data.url,
  });
  const play = async (bars: readonly Bar[]) => {
    for (const bar of bars) {
      data.bars.push(bar);
      await feed.publish(symbol, '1h', bar);
    }
  };
  const countOf = async (sql: string) =>
    Number((await owner.query<{ count: string }>(sql, [botId])).rows[0]!.count);
  const decided = (generation: number) =>
    countOf(`SELECT count(*) FROM trading.bar_decisions WHERE bot_id = $1 AND generation = ${generation}`);
  const shadowed = (replayed: boolean) =>
    countOf(`SELECT count(*) FROM trading.shadow_decisions WHERE bot_id = $1 AND replayed = ${replayed}`);

  const blue = await startBot(env);
  // As its process does: what it has not handled goes to the next consumer.
  const blueEnded = blue.exitRequested.then(async (code) => {
    await blue.close();
    return code;
  });
  onTestFinished(async () => void (await blue.close()));
  await untilReady(blue);
  await play(live.slice(0, 20));
  await eventually(async () => (await decided(1)) === 20);

  const deployId = randomUUID();
  await owner.query(
    `INSERT INTO ops.deploys (id, bot_id, from_image_tag, target_image_tag, requested_by) VALUES ($1, $2, 'v1', 'v2', 'test')`,
    [deployId, botId],
  );
  const material = createHash('sha256').update(leaseKeyMaterial(symbol, STRATEGY)).digest();
  const key = shadowLeaseKey(leaseKey(material)).toString();
  await owner.query('SELECT trading.reserve_shadow_lease($1, $2)', [deployId, key]);
  await owner.query(`UPDATE ops.deploys SET status = 'shadowing' WHERE id = $1`, [deployId]);
  const green = await startBot({ ...env, PLATFORM_BOT_SHADOW: 'true' });
  onTestFinished(async () => void (await green.close()));
  await untilReady(green);
  await eventually(async () => (await shadowed(true)) === 20);

  const warmUps = async () =>
    (await eventsOf(owner, botId)).filter((event) => event === 'warmup_completed').length;
  const reject = () =>
    owner.query(
      `UPDATE trading.order_intents SET outcome = 'rejected', outcome_reason = 'test', outcome_at = now() WHERE bot_id = $1`,
      [botId],
    );
  const bot = { botId, deployId, blueEnded, green, play, decided, shadowed, warmUps, reject };
  return { ...bot, owner, strategy, params: parsed.value, history, live };
}

it('the shadow of a bot takes over at a swap: every bar is decided once, as in a backtest, and the bot ends', async () => {
  const { botId, deployId, blueEnded, green, play, decided, shadowed, warmUps, reject, ...market } =
    await shadowedBot('HANDOVERUSDT');
  const { owner, strategy, params, history, live } = market;
  // Through one consumer the two would share these between them.
  await play(live.slice(20, 40));
  await eventually(async () => (await decided(1)) === 40 && (await shadowed(false)) === 20);

  const swap = async () => {
    const { rows } = await owner.query<{ refusal: string | null }>(
      'SELECT trading.swap_bot($1, $2) AS refusal',
      [deployId, live[39]!.openTimeMs],
    );
    return rows[0]!.refusal;
  };
  // The fence would refuse what the bot has asked for and is not decided yet.
  expect((await intentsOf(owner, botId)).length).toBeGreaterThan(0);
  expect(await swap()).toBe('an intent of the bot waits for its outcome');
  await reject();
  expect(await swap()).toBeNull();
  expect(await swap()).toBe('the deploy is no longer shadowing');

  // These bars lie ahead of the clock: a warm-up would not look for what it missed of them.
  await eventually(async () => (await warmUps()) === 2);
  await play(live.slice(40));
  await eventually(async () => (await decided(2)) === LIVE_BARS - 40);
  expect(await blueEnded).toBe(1);
  expect(await decided(1)).toBe(40);
  await untilReady(green);

  const { rows } = await owner.query<{ bar: string; previous: string; digest: string; side: string | null }>(
    `SELECT bar_open_time AS bar, encode(previous_digest, 'hex') AS previous, encode(digest, 'hex') AS digest,
       signal ->> 'side' AS side FROM trading.bar_decisions WHERE bot_id = $1 ORDER BY bar_open_time, generation`,
    [botId],
  );
  expect(rows.map((row) => Number(row.bar))).toEqual(live.map((bar) => bar.openTimeMs));
  expect(rows.slice(1).map((row) => row.previous)).toEqual(rows.slice(0, -1).map((row) => row.digest));
  const input = { strategy, params, symbol: 'BTCUSDT', timeframe: '1h' } as const;
  const series = { bars: seriesOf([...history.slice(1), ...live]) };
  const { signals } = runBacktest({ ...input, market: series, settings: defaultSettings('BTCUSDT') });
  const expected = signals.map((signal) => [signal.openTimeMs, signal.side]);
  expect(rows.filter((row) => row.side !== null).map((row) => [Number(row.bar), row.side])).toEqual(expected);
  const intents = await intentsOf(owner, botId);
  expect(intents.map((intent) => [Number(intent.bar_open_time), intent.side])).toEqual(expected);
  expect(new Set(intents.map((intent) => intent.fence)).size).toBe(2);
  expect(await warmUps()).toBe(2);
  expect(await eventsOf(owner, botId)).toContain('shadow_warmup_completed');
});

it('the shadow takes over with what the row of the bot says by then, whatever it was started with', async () => {
  const { botId, deployId, owner, live, play, decided, warmUps, reject } = await shadowedBot('CHANGEDUSDT');
  await reject();
  // Somebody changes the bot before the shadow knows that it was swapped in.
  const client = await owner.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ refusal: string | null }>(
    'SELECT trading.swap_bot($1, $2) AS refusal',
    [deployId, live[19]!.openTimeMs],
  );
  await client.query(
    'UPDATE trading.bot_configs SET params = $2, generation = generation + 1 WHERE id = $1',
    [botId, JSON.stringify({ ...PARAMS, fast: 5 })],
  );
  await client.query('COMMIT');
  client.release();
  expect(rows[0]!.refusal).toBeNull();
  await eventually(async () => (await warmUps()) === 2);
  await play(live.slice(20, 30));
  await eventually(async () => (await decided(3)) > 0);
  const stored = await owner.query<{ params: { fast: number } }>(
    'SELECT params FROM trading.bot_states WHERE bot_id = $1 AND generation = 3',
    [botId],
  );
  expect(stored.rows[0]!.params.fast).toBe(5);
});
