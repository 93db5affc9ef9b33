/**
 * Bots on the real data service, which lives on a simulated venue in quick motion: series beyond the bot's
 * own bars.
 */
import { MINUTE_MS } from '@platform/core';
import { type RunningSim, startSim } from '@platform/exchange-sim';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditStoredBot } from '../src/audit-stored-bot';
import { decidedBars, startBot, untilReady } from './support/live-bot';
import { botEnvironment, newBotId, useSurroundings } from './support/surroundings';

const MINUTES = 10;
/** A minute of the exchange in two seconds. */
const SPEED = 30;

describe('a bot on the real data service', () => {
  const surroundings = useSurroundings();
  let sim: RunningSim;
  let data: SpawnedService;

  beforeAll(async () => {
    const { database, nats } = surroundings();
    const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 5_000;
    sim = await startSim({ symbols: ['BTCUSDT', 'ETHUSDT'], speed: SPEED, startMs });
    data = await spawnService('data', {
      DATABASE_URL: database.urlFor('platform_data_writer'),
      PLATFORM_DATA_BIND_ADDR: '127.0.0.1:0',
      PLATFORM_DATA_OPERATOR_TOKEN: 'operator-token-of-the-test-with-256-bits-of-it',
      PLATFORM_BUS_NATS_URL: nats.url,
      PLATFORM_BUS_NATS_CREDS: nats.credsFor('data'),
      PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS: 'BTCUSDT',
      PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS: 'BTCUSDT,ETHUSDT',
      PLATFORM_DATA_EXCHANGE_FUNDING_SYMBOLS: 'BTCUSDT,ETHUSDT',
      EXCHANGE_SPOT_REST_URL: sim.url,
      EXCHANGE_SPOT_WS_URL: sim.spotWsUrl,
      EXCHANGE_FUTURES_REST_URL: sim.url,
      EXCHANGE_FUTURES_WS_URL: sim.wsUrl,
      PLATFORM_DATA_FEAR_GREED_URL: sim.url,
      PLATFORM_DATA_STABLECOIN_URL: sim.url,
      PLATFORM_DATA_OPTIONS_URL: sim.url,
      PLATFORM_DATA_MACRO_URL: sim.url,
      PLATFORM_DATA_FRED_API_KEY: sim.options.fredApiKey,
    });
    await eventually(async () => (await fetch(`${data.url}/readyz`)).status === 200);
  });
  afterAll(async () => {
    await data?.end('SIGTERM');
    await sim?.close();
  });

  /** A strict bot ends while the service's data lags behind its quick exchange, and is started again. */
  async function startReady(botId: string, more: Record<string, string>): Promise<ServiceHandle> {
    const settings = { PLATFORM_DATA_BASE_URL: data.url, PLATFORM_BOT_TIMEFRAME: '1m', ...more };
    return await eventually(async () => {
      const handle = await startBot(botEnvironment(surroundings(), botId, settings));
      const isReady = untilReady(handle).then(
        () => true,
        () => false,
      );
      if (await Promise.race([isReady, handle.exitRequested.then(() => false)])) return handle;
      await handle.close();
      return false;
    });
  }

  async function watchMinutes(botIds: readonly string[]): Promise<void> {
    for (const botId of botIds) {
      await eventually(async () => (await decidedBars(surroundings().owner, botId)).length >= MINUTES);
    }
  }

  it('a bot decides on series it reads beside its bars, and a replay decides the same', async () => {
    const bots = await Promise.all(
      Object.entries({
        basis_revert: { lookback: 20, entry: 1, exit: 0.2 },
        pairs_mr: { pair_symbol: 'ETHUSDT', lookback: 20, entry: 1, exit: 0.2 },
        funding_arb: { settlements: 2, entry: 0, exit: 0 },
      }).map(async ([strategy, params]) => {
        const botId = newBotId();
        const settings = {
          PLATFORM_BOT_STRATEGY: strategy,
          PLATFORM_BOT_PARAMS: JSON.stringify(params),
        };
        return { botId, strategy, handle: await startReady(botId, settings) };
      }),
    );
    const botIds = bots.map(({ botId }) => botId);
    await watchMinutes(botIds);
    // The market is another one each time: it may be a while until one of them wants something.
    await eventually(async () => {
      const { rowCount } = await surroundings().owner.query(
        'SELECT FROM trading.bar_decisions WHERE bot_id = ANY ($1) AND signal IS NOT NULL LIMIT 1',
        [botIds],
      );
      return rowCount === 1;
    });
    for (const { botId, strategy, handle } of bots) {
      await handle.close();
      const { adminUrl: databaseUrl } = surroundings().database;
      const audit = await auditStoredBot({ botId, databaseUrl, dataUrl: data.url });
      expect(audit, strategy).toMatchObject({ ok: true, value: { divergence: null } });
      expect(audit.ok && audit.value.barCount).toBeGreaterThanOrEqual(MINUTES);
    }
  });

  it('a bot asks every overlay before an entry, on data of the data service, and records their answers', async () => {
    const botId = newBotId();
    const { owner } = surroundings();
    const overlays = [
      { name: 'funding' },
      { name: 'fear_greed' },
      { name: 'macro_event' },
      { name: 'volatility_spike', params: { recent_bars: 2, usual_bars: 10 } },
    ];
    await owner.query(
      `INSERT INTO risk.macro_calendar (event_name, starts_at, created_by)
       VALUES ('rate decision', now() + interval '9 days', 'test')`,
    );
    const params = JSON.stringify({ af_start: 0.2, af_step: 0.2, af_max: 1 });
    await owner.query(
      `INSERT INTO trading.bot_configs (id, bot_name, strategy, symbol, timeframe, params, network, sizing_mode, sizing_value,
         image_tag, desired_state, overlays)
       VALUES ($1, 'overlaid', 'psar', 'ETHUSDT', '1m', $2, 'testnet', 'fixed', 1, 'v1', 'running', $3)`,
      [botId, params, JSON.stringify(overlays)],
    );
    const bot = await startReady(botId, {
      PLATFORM_BOT_SYMBOL: 'ETHUSDT',
      PLATFORM_BOT_STRATEGY: 'psar',
      PLATFORM_BOT_PARAMS: params,
    });
    await watchMinutes([botId]);
    await eventually(async () => {
      const { rows } = await owner.query<{ overlay: string; reason: string }>(
        'SELECT DISTINCT overlay, reason FROM trading.overlay_decisions WHERE bot_id = $1',
        [botId],
      );
      const informed = rows.filter(({ reason }) => !reason.endsWith('_missing'));
      expect(new Set(informed.map(({ overlay }) => overlay))).toEqual(
        new Set(overlays.map(({ name }) => name)),
      );
    });
    await bot.close();
  });
});
