import { expect, it } from 'vitest';
import { type BotDefaults, botFormFaults, botRequest, type Strategy, startingForm } from './bot-form';
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
const fields = paramFields(STRATEGY.schema);

it('begins with a validated time frame, the defaults of the platform and of the strategy', () => {
  const form = { ...startingForm(STRATEGY, DEFAULTS, 'BTCUSDT'), botName: ' trend ' };
  expect(botFormFaults(form, fields)).toEqual({});
  expect(botRequest(form, fields)).toEqual({
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
  });
});

it('names each fault by the field that the manager would name', () => {
  const form = {
    ...startingForm(STRATEGY, DEFAULTS, 'btc'),
    leverage: '0',
    sizingValue: '',
    params: { atr_period: '1' },
  };
  expect(Object.keys(botFormFaults(form, fields)).sort()).toEqual([
    'bot_name',
    'leverage',
    'params/atr_period',
    'sizing/value',
    'symbol',
  ]);
});
