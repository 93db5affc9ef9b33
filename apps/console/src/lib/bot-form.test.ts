import { expect, it } from 'vitest';
import {
  type BotDefaults,
  botFormFaults,
  botRequest,
  type Overlay,
  type Strategy,
  startingForm,
  toggleOverlay,
} from './bot-form';
import { paramFields } from './param-schema';

const STRATEGY = {
  name: 'supertrend',
  validatedTimeframes: ['1d', '8h'],
  timeframes: ['1m', '1d'],
  schema: {
    type: 'object',
    required: ['atr_period'],
    properties: { atr_period: { type: 'integer', default: 10, minimum: 2, maximum: 120 } },
  },
} as unknown as Strategy;
const DEFAULTS = {
  network: 'testnet',
  sizing: { mode: 'fixed', value: 0.01 },
  leverage: 1,
  warmupMode: 'strict',
} as unknown as BotDefaults;
const OVERLAYS = ['funding', 'fear_greed'].map((name) => ({
  ...{ name, title: name, summary: '', datasets: [] },
  schema: { properties: { limit: { type: 'integer', default: 90, minimum: 0, maximum: 100 } } },
})) as Overlay[];
const schemas = { fields: paramFields(STRATEGY.schema), overlays: OVERLAYS };

it('begins with a validated time frame, the defaults of the platform and of the strategy', () => {
  const form = { ...startingForm(STRATEGY, DEFAULTS, 'BTCUSDT'), botName: ' trend ' };
  expect(botFormFaults(form, schemas)).toEqual({});
  expect(botRequest(form, schemas)).toEqual({
    bot_name: 'trend',
    strategy: 'supertrend',
    symbol: 'BTCUSDT',
    timeframe: '1d',
    network: 'testnet',
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
    ...startingForm(STRATEGY, DEFAULTS, 'btc'),
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
  const empty = startingForm(STRATEGY, DEFAULTS, 'BTCUSDT');
  const form = { ...empty, ...toggleOverlay(empty, OVERLAYS[1]!) };
  expect(botRequest(form, schemas)['overlays']).toEqual([{ name: 'fear_greed', params: { limit: 90 } }]);
  const faulty = { ...form, overlays: { fear_greed: { limit: '101' } } };
  expect(botFormFaults(faulty, schemas)).toHaveProperty('overlays/0/limit');
  expect(toggleOverlay(form, OVERLAYS[1]!)).toEqual({ overlays: {} });
});
