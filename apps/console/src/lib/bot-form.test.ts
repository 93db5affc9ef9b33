import { expect, it } from 'vitest';
import {
  type BotConfig,
  type BotDefaults,
  botFields,
  botFormFaults,
  botRequest,
  editRequest,
  formOfBot,
  formOfRun,
  type Overlay,
  requestForBot,
  requestOfBot,
  type Strategy,
  settingChanges,
  startingForm,
  startingMarket,
  startObstacles,
  toggleOverlay,
} from './bot-form';

const STRATEGY = {
  name: 'supertrend',
  validatedTimeframes: ['1d', '8h'],
  timeframes: ['1m', '1d'],
  warmupBars: { '1m': 370, '1d': 370 },
  schema: {
    type: 'object',
    required: ['atr_period'],
    properties: {
      atr_period: { type: 'integer', default: 10, minimum: 2, maximum: 120 },
      size_hint: { properties: { value: { type: 'number', default: 0.4 } } },
    },
  },
} as unknown as Strategy;
const MARKET = { strategy: STRATEGY, symbol: 'BTCUSDT', timeframe: '1d' };
const DEFAULTS = {
  network: 'testnet',
  allocation: { mode: 'usd', value: 10_000 },
  sizing: { mode: 'fixed', value: 0.01 },
  leverage: 1,
  warmupMode: 'strict',
} as unknown as BotDefaults;
const OVERLAYS = ['funding', 'fear_greed'].map((name) => ({
  name,
  title: name,
  summary: '',
  datasets: [],
  schema: { properties: { limit: { type: 'integer', default: 90, minimum: 0, maximum: 100 } } },
})) as Overlay[];
const schemas = { fields: botFields(STRATEGY), overlays: OVERLAYS };

it('a bot form begins with the defaults of the platform and of the strategy', () => {
  const form = { ...startingForm(MARKET, DEFAULTS), botName: ' trend ' };
  expect(botFormFaults(form, schemas)).toEqual({});
  expect(botRequest(form, schemas)).toEqual({
    bot_name: 'trend',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    network: 'testnet',
    allocation: { mode: 'usd', value: 10_000 },
    sizing: { mode: 'fixed', value: 0.01 },
    leverage: 1,
    cluster_id: null,
    warmup_mode: 'strict',
    params: { atr_period: 10 },
    overlays: [],
  });
});

it('a bot form names each fault by the field that the manager would name', () => {
  const form = {
    ...startingForm({ ...MARKET, symbol: 'btc' }, DEFAULTS),
    leverage: '0',
    sizingValue: '',
    params: { atr_period: '1' },
  };
  expect(Object.keys(botFormFaults(form, schemas)).sort()).toEqual([
    'bot_name',
    'leverage',
    'params/atr_period',
    'sizing/value',
    'symbol',
  ]);
});

it('a bot form takes overlays in and out again, and names their faults by position', () => {
  const empty = startingForm(MARKET, DEFAULTS);
  const form = { ...empty, ...toggleOverlay(empty, OVERLAYS[1]!) };
  expect(botRequest(form, schemas)['overlays']).toEqual([{ name: 'fear_greed', params: { limit: 90 } }]);
  const faulty = { ...form, overlays: { fear_greed: { limit: '101' } } };
  expect(botFormFaults(faulty, schemas)).toHaveProperty('overlays/0/limit');
  expect(toggleOverlay(form, OVERLAYS[1]!)).toEqual({ overlays: {} });
});

const BAR_MS = { '1m': 60_000, '1d': 86_400_000 } as const;
const stored = (symbol: string, timeframe: '1m' | '1d', rowCount: number) => ({
  source: 'klines',
  symbol,
  market: 'perp',
  timeframe,
  rowCount,
  gaps: [],
  gapCount: 0,
  earliest: 0,
  latest: (rowCount - 1) * BAR_MS[timeframe],
});
const INVENTORY = ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) => [
  stored(symbol, '1m', 10_000),
  stored(symbol, '1d', 160),
]);
const HOLDER = {
  botId: 'b',
  botName: 'BTC trend',
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  desiredState: 'running' as const,
};

it('a bot form begins with a market that no other bot holds and whose warm-up is stored', () => {
  const point = { strategies: [STRATEGY], inventory: INVENTORY, bots: [HOLDER] };
  expect(startingMarket(point)).toMatchObject({ symbol: 'ETHUSDT', timeframe: '1m' });
  expect(startingMarket({ ...point, bots: [] })).toMatchObject({ symbol: 'BTCUSDT', timeframe: '1m' });
  expect(startingMarket({ ...point, inventory: [] })).toMatchObject({ symbol: 'BTCUSDT' });
});

it('a bot form says before the button what would keep a start from working, and what to fetch', () => {
  const form = { ...startingForm(MARKET, DEFAULTS), warmupMode: 'strict' };
  const [held, short] = startObstacles(form, 370, { inventory: INVENTORY, bots: [HOLDER] });
  expect(held!.text).toMatch(/held by BTC trend/);
  expect(short!.text).toMatch(/needs 370 bars of BTCUSDT 1d to warm up; 160 are stored/);
  expect(short!.missing).toMatchObject({ days: 210, toMs: 0 });
  expect(startObstacles({ ...form, timeframe: '1m' }, 370, { inventory: INVENTORY, bots: [] })).toEqual([]);
});

const CONFIG = {
  id: 'b1',
  bot_name: 'trend',
  strategy: 'supertrend',
  symbol: 'ETHUSDT',
  timeframe: '1m',
  network: 'testnet',
  params: { atr_period: 20 },
  allocation: { mode: 'share', value: 0.25 },
  leverage: 3,
  cluster_id: 'majors',
  sizing: { mode: 'fixed', value: 0.1 },
  warmup_mode: 'strict',
  overlays: [{ name: 'funding', params: { limit: 5 } }],
} as unknown as BotConfig;

it('a bot that is read into a form is sent back as it is', () => {
  const form = formOfBot(CONFIG, STRATEGY, OVERLAYS);
  expect(form).toMatchObject({ allocationValue: '25', leverage: '3', params: { atr_period: '20' } });
  const { id: _, ...settings } = CONFIG as unknown as Record<string, unknown>;
  expect(botRequest(form, schemas)).toEqual(settings);
});

it('a bot form takes parameters and sizing from a run, and the rest from the defaults', () => {
  const run = {
    symbol: 'ETHUSDT',
    timeframe: '1m',
    params: { atr_period: 7, size_hint: { kind: 'vol_target', value: 0.3 } },
  };
  expect(formOfRun(run, STRATEGY, DEFAULTS)).toMatchObject({
    botName: '',
    symbol: 'ETHUSDT',
    timeframe: '1m',
    params: { atr_period: '7' },
    sizingMode: 'vol_target',
    sizingValue: '0.3',
    leverage: '1',
  });
  expect(formOfRun({ ...run, params: {} }, STRATEGY, DEFAULTS)).toMatchObject({ sizingMode: 'fixed' });
});

it('a bot form lists what a change would change, and whether the bot restarts for it', () => {
  const before = botRequest(formOfBot(CONFIG, STRATEGY, OVERLAYS), schemas);
  expect(settingChanges(before, before)).toEqual([]);
  const after = {
    ...before,
    allocation: { mode: 'usd', value: 500 },
    params: { atr_period: 21 },
    overlays: [],
  };
  expect(settingChanges(before, after)).toEqual([
    { field: 'allocation', before: 'share 0.25', after: 'usd 500', restarts: false },
    { field: 'atr_period', before: '20', after: '21', restarts: true },
    { field: 'overlays', before: 'funding 5', after: 'none', restarts: true },
  ]);
});

it('a bot form sends only what was changed, so that a new allocation alone restarts nothing', () => {
  const bare = { ...CONFIG, params: { size_hint: { kind: 'fixed', value: 0.4 } } } as unknown as BotConfig;
  const form = { ...formOfBot(bare, STRATEGY, OVERLAYS), allocationValue: '30' };
  const before = requestOfBot(bare, schemas);
  const after = requestForBot(bare, botRequest(form, schemas));
  expect(settingChanges(before, after).map(({ field }) => field)).toEqual(['allocation']);
  expect(editRequest(before, after)).toEqual({ allocation: { mode: 'share', value: 0.3 } });
  const retuned = requestForBot(bare, botRequest({ ...form, params: { atr_period: '30' } }, schemas));
  expect(editRequest(before, retuned)['params']).toEqual({
    size_hint: { kind: 'fixed', value: 0.4 },
    atr_period: 30,
  });
});

it('an edit leaves as it is what somebody else has changed since the form was opened', () => {
  const opened = { strategy: 'supertrend', leverage: 2, params: { atr_period: 10, multiplier: 3 } };
  const present = { strategy: 'supertrend', leverage: 5, params: { atr_period: 10, multiplier: 4 } };
  const retuned = { ...opened, params: { atr_period: 30, multiplier: 3 } };
  expect(editRequest(opened, retuned, present)).toEqual({ params: { atr_period: 30, multiplier: 4 } });
  expect(editRequest(opened, opened, present)).toEqual({});
  const moved = { ...opened, strategy: 'psar', params: { step: 0.02 } };
  expect(editRequest(opened, moved, present)).toEqual({ strategy: 'psar', params: { step: 0.02 } });
});
