import { FORBIDDEN_BOT_VARIABLES, manualBotRoutes } from '@platform/contracts';
import {
  asAdmin,
  call,
  get,
  type Subject,
  serviceSuite,
  startSubject,
  tokenHeaders,
} from '@platform/service-kit/test-suite';
import { describe, expect, it } from 'vitest';
import { type BotConfig, loadBotConfig } from '../src/config';
import { run } from '../src/run';
import { VERSION } from '../src/version';

/** A pair of its own for every bot of the suite: two of one pair would wait for each other's lease. */
let pairs = 0;

const subject: Subject<BotConfig> = {
  service: 'bot',
  version: VERSION,
  load: loadBotConfig,
  run,
  extra: {
    PLATFORM_BOT_ID: '01923456-789a-7000-8000-000000000001',
    PLATFORM_DATA_BASE_URL: 'http://127.0.0.1:1',
    PLATFORM_BOT_STRATEGY: 'manual',
    get PLATFORM_BOT_SYMBOL() {
      pairs += 1;
      return `PAIR${pairs}USDT`;
    },
  },
};

const environs = serviceSuite(subject);

describe('configuration of the bot', () => {
  it('a bot refuses to start when any exchange key is set, naming the variable and not its value', () => {
    for (const name of FORBIDDEN_BOT_VARIABLES) {
      const result = loadBotConfig({ ...environs.environment(), [name]: 'c4nary' });
      expect(result).toMatchObject({
        ok: false,
        error: [{ variable: name, code: 'BOT_EXCHANGE_KEYS_PRESENT' }],
      });
      expect(JSON.stringify(result)).not.toContain('c4nary');
    }
  });

  it('a bot refuses an id that is not a UUID v7 and a strategy that is not registered', () => {
    const env = environs.environment();
    const id = loadBotConfig({ ...env, PLATFORM_BOT_ID: '9b2c1f6e-0000-4000-8000-000000000000' });
    expect(id).toMatchObject({ ok: false, error: [{ variable: 'PLATFORM_BOT_ID' }] });
    const strategy = loadBotConfig({ ...env, PLATFORM_BOT_STRATEGY: 'martingale' });
    expect(strategy).toMatchObject({ ok: false, error: [{ variable: 'PLATFORM_BOT_STRATEGY' }] });
  });

  const faultsOf = (more: Record<string, string>) => {
    const env = { ...environs.environment(), PLATFORM_BOT_STRATEGY: 'ewmac', PLATFORM_BOT_TIMEFRAME: '1h' };
    const result = loadBotConfig({ ...env, ...more });
    return result.ok ? [] : result.error.map((fault) => fault.variable);
  };

  it('a bot refuses a symbol, time frame or parameter that does not exist, naming the field', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ PLATFORM_BOT_SYMBOL: 'btc/usdt' })).toEqual(['PLATFORM_BOT_SYMBOL']);
    expect(faultsOf({ PLATFORM_BOT_TIMEFRAME: '7h' })).toEqual(['PLATFORM_BOT_TIMEFRAME']);
    const params = JSON.stringify({ fast: 0, colour: 'red' });
    expect(faultsOf({ PLATFORM_BOT_PARAMS: params }).sort()).toEqual([
      'PLATFORM_BOT_PARAMS/colour',
      'PLATFORM_BOT_PARAMS/fast',
    ]);
    expect(faultsOf({ PLATFORM_BOT_CANDLE_SOURCE: 'scripted' })).toEqual(['PLATFORM_BOT_SCRIPT']);
  });

  it('a bot allows a time frame that is not validated on testnet only', () => {
    expect(faultsOf({ PLATFORM_BOT_TIMEFRAME: '1d' })).toEqual([]);
    expect(faultsOf({ PLATFORM_BOT_TIMEFRAME: '1d', PLATFORM_BOT_NETWORK: 'prod' })).toEqual([
      'PLATFORM_BOT_TIMEFRAME',
    ]);
    expect(faultsOf({ PLATFORM_BOT_NETWORK: 'prod' })).toEqual([]);
  });
});

describe('routes of the bot', () => {
  const emit = manualBotRoutes.emitTestIntent;

  it('the routes of a bot hold the test intent only while the strategy is manual', async () => {
    const trading = await startSubject(subject, {
      ...environs.environment(),
      PLATFORM_BOT_STRATEGY: 'ewmac',
      PLATFORM_BOT_TIMEFRAME: '1h',
    });
    try {
      expect((await call(trading.url, emit, {}, '{}')).status).toBe(404);
    } finally {
      await trading.close();
    }
    const manual = await startSubject(subject, environs.environment());
    try {
      expect((await call(manual.url, emit, tokenHeaders(emit), '{}')).status).toBe(400);
    } finally {
      await manual.close();
    }
  });

  it('the routes of a bot hold the test intent also when only its stored configuration says manual', async () => {
    const { PLATFORM_BOT_STRATEGY: _, ...silent } = environs.environment();
    const botId = '01923456-789a-7000-8000-0000000000c1';
    await asAdmin(
      environs.database(),
      `INSERT INTO trading.bot_configs (id, bot_name, image_tag, strategy, symbol, timeframe, network, sizing_mode, sizing_value)
       VALUES ('${botId}', 'by hand', 'v1', 'manual', 'STOREDUSDT', '1h', 'testnet', 'fixed', 0.05)`,
    );
    const manual = await startSubject(subject, { ...silent, PLATFORM_BOT_ID: botId });
    try {
      expect((await call(manual.url, emit, tokenHeaders(emit), '{}')).status).toBe(400);
    } finally {
      await manual.close();
    }
  });

  it('the routes of a bot list the registered strategies and give the schema of each', async () => {
    const bot = await startSubject(subject, environs.environment());
    try {
      const names = (await get(bot.url, '/strategies')).json()['strategies'] as string[];
      expect(names).toContain('supertrend');
      for (const name of names) {
        expect((await get(bot.url, `/strategies/${name}/schema`)).json()).toMatchObject({ type: 'object' });
      }
      const unknown = await get(bot.url, '/strategies/martingale/schema');
      expect(unknown.status).toBe(404);
      expect(unknown.json()).toMatchObject({ code: 'BOT_STRATEGY_NOT_FOUND', field: 'name' });
    } finally {
      await bot.close();
    }
  });
});
