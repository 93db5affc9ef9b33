import { expect, it } from 'vitest';
import {
  type BotDefaults,
  botFields,
  botFormFaults,
  botRequest,
  type Overlay,
  type Strategy,
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
  ...{ name, title: name, summary: '', datasets: [] },
  schema: { properties: { limit: { type: 'integer', default: 90, minimum: 0, maximum: 100 } } },
})) as Overlay[];
const schemas = { fields: botFields(STRATEGY), overlays: OVERLAYS };

it('begins with the defaults of the platform and of the strategy', () => {
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

it('names each fault by the field that the manager would name', () => {
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

it('takes overlays in with their defaults and out again, and names their faults by position', () => {
  const empty = startingForm(MARKET, DEFAULTS);
  const form = { ...empty, ...toggleOverlay(empty, OVERLAYS[1]!) };
  expect(botRequest(form, schemas)['overlays']).toEqual([{ name: 'fear_greed', params: { limit: 90 } }]);
  const faulty = { ...form, overlays: { fear_greed: { limit: '101' } } };
  expect(botFormFaults(faulty, schemas)).toHaveProperty('overlays/0/limit');
  expect(toggleOverlay(form, OVERLAYS[1]!)).toEqual({ overlays: {} });
});

const BAR_MS = { '1m': 60_000, '1d': 86_400_000 } as const;
const stored = (symbol: string, timeframe: '1m' | '1d', rowCount: number) => ({
  ...{ source: 'klines', symbol, market: 'perp', timeframe, rowCount, gaps: [], gapCount: 0 },
  ...{ earliest: 0, latest: (rowCount - 1) * BAR_MS[timeframe] },
});
const INVENTORY = ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) => [
  stored(symbol, '1m', 10_000),
  stored(symbol, '1d', 160),
]);
const HOLDER = {
  ...{ botId: 'b', botName: 'BTC trend', strategy: 'supertrend', symbol: 'BTCUSDT' },
  desiredState: 'running' as const,
};

it('begins with a market that no other bot holds and whose warm-up is stored', () => {
  const point = { strategies: [STRATEGY], inventory: INVENTORY, bots: [HOLDER] };
  expect(startingMarket(point)).toMatchObject({ symbol: 'ETHUSDT', timeframe: '1m' });
  expect(startingMarket({ ...point, bots: [] })).toMatchObject({ symbol: 'BTCUSDT', timeframe: '1m' });
  expect(startingMarket({ ...point, inventory: [] })).toMatchObject({ symbol: 'BTCUSDT' });
});

it('says before the button what would keep a start from working, and what to fetch', () => {
  const form = { ...startingForm(MARKET, DEFAULTS), warmupMode: 'strict' };
  const [held, short] = startObstacles(form, 370, { inventory: INVENTORY, bots: [HOLDER] });
  expect(held!.text).toMatch(/held by BTC trend/);
  expect(short!.text).toMatch(/needs 370 bars of BTCUSDT 1d to warm up; 160 are stored/);
  expect(short!.missing).toMatchObject({ days: 210, toMs: 0 });
  expect(startObstacles({ ...form, timeframe: '1m' }, 370, { inventory: INVENTORY, bots: [] })).toEqual([]);
});
