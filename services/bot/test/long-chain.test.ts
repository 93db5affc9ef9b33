/** A shadow of a bot that has run for weeks: its process, with the memory that bots get. */
import { createHash, randomUUID } from 'node:crypto';
import { DEPLOY_REPLAY_BARS, leaseKey, leaseKeyMaterial, shadowLeaseKey } from '@platform/contracts';
import { barOpenTimeMs, MINUTE_MS } from '@platform/core';
import { findStrategy } from '@platform/strategies';
import { eventually, spawnService } from '@platform/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { genesisDigest } from '../src/domain/ledger';
import { DataServer } from './support/data-server';
import { swingingBars } from './support/market';
import { botEnvironment, newBotId, useSurroundings } from './support/surroundings';

const STRATEGY = 'ewmac';
const SYMBOL = 'LONGCHAINUSDT';
const PARAMS = { fast: 4, slow: 12, vol_span: 10 };
/** Six weeks of minutes. */
const CHAIN_BARS = 60_000;

const surroundings = useSurroundings();

it('a bot that has decided for weeks on 1m bars can be deployed: its shadow decides them all again within its memory', async () => {
  const { owner } = surroundings();
  const strategy = findStrategy(STRATEGY)!;
  const parsed = strategy.parse(PARAMS);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const warmBars = strategy.warmupBars(parsed.value, '1m') - 1;
  const lastMs = barOpenTimeMs('1m', Date.now()) - MINUTE_MS;
  const data = new DataServer();
  await data.start();
  onTestFinished(() => data.close());
  data.bars = swingingBars(warmBars + CHAIN_BARS, lastMs, '1m');

  const botId = newBotId();
  await owner.query(
    `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, params, network, sizing_mode, sizing_value,
       image_tag, desired_state) VALUES ($1, 'long', $2, $3, '1m', $4, 'testnet', 'fixed', 0.05, 'v1', 'running')`,
    [botId, STRATEGY, SYMBOL, JSON.stringify(PARAMS)],
  );
  const firstMs = lastMs - (CHAIN_BARS - 1) * MINUTE_MS;
  // What the bot decided is not looked at here, only where its chain begins and ends.
  await owner.query(
    `INSERT INTO trading.bar_decisions (bot_id, generation, bar_open_time, bar_digest, previous_digest, digest)
     SELECT $1, 1, $2::bigint + k * $3::bigint, sha256('bar'), CASE k WHEN 0 THEN decode($4, 'hex') ELSE sha256((k - 1)::text::bytea) END,
       sha256(k::text::bytea) FROM generate_series(0, $5 - 1) AS k`,
    [botId, firstMs, MINUTE_MS, genesisDigest(firstMs, 0), CHAIN_BARS],
  );
  const deployId = randomUUID();
  await owner.query(
    `INSERT INTO ops.deploys (id, bot_id, from_image_tag, target_image_tag, requested_by) VALUES ($1, $2, 'v1', 'v2', 'test')`,
    [deployId, botId],
  );
  const material = createHash('sha256').update(leaseKeyMaterial(SYMBOL, STRATEGY)).digest();
  const key = shadowLeaseKey(leaseKey(material)).toString();
  await owner.query('SELECT trading.reserve_shadow_lease($1, $2)', [deployId, key]);

  const green = await spawnService(
    'bot',
    botEnvironment(surroundings(), botId, {
      PLATFORM_BOT_SYMBOL: SYMBOL,
      PLATFORM_BOT_STRATEGY: STRATEGY,
      PLATFORM_BOT_TIMEFRAME: '1m',
      PLATFORM_BOT_PARAMS: JSON.stringify(PARAMS),
      PLATFORM_DATA_BASE_URL: data.url,
      PLATFORM_BOT_SHADOW: 'true',
      PLATFORM_BOT_LOG_LEVEL: 'info',
    }),
  );
  onTestFinished(async () => void (await green.end('SIGKILL')));
  const hasEnded = () => green.process.exitCode !== null || green.process.signalCode !== null;
  const replayed = await eventually(async () => {
    const { rows } = await owner.query<{ count: number; last: string }>(
      `SELECT count(*)::int, max(bar_open_time) AS last FROM trading.shadow_decisions WHERE bot_id = $1 AND replayed`,
      [botId],
    );
    return (rows[0]!.count > 0 || hasEnded()) && rows[0]!;
  });
  expect(hasEnded(), green.output()).toBe(false);
  expect(replayed).toMatchObject({ count: DEPLOY_REPLAY_BARS, last: String(lastMs) });
});
