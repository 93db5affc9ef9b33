import { expect, it } from 'vitest';
import { type ConfiguredBot, type EnvironmentSettings, resolveSettings } from './settings';

const environment: EnvironmentSettings = {
  botId: '01923456-789a-7000-8000-000000000001',
  strategy: 'ewmac',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  params: undefined,
  network: 'testnet',
  candleSource: 'data-ws',
  shadow: false,
  warmupMode: 'strict',
};
const row: ConfiguredBot = {
  strategy: 'psar',
  symbol: 'ETHUSDT',
  timeframe: '1d',
  params: { af_start: 0.03 },
  leverage: 3,
  sizing: { kind: 'fixed', value: 0.25 },
  clusterId: 'majors',
  overlays: [],
  generation: '7',
};
const faultsOf = (env: EnvironmentSettings, configured?: ConfiguredBot) => {
  const settings = resolveSettings(env, configured);
  return settings.ok ? [] : settings.error.map((fault) => fault.field);
};

it('bot settings come from the environment, and from its row where the environment is silent', () => {
  const silent = { ...environment, strategy: undefined, symbol: undefined, timeframe: undefined };
  const settings = resolveSettings(silent, row);
  expect(settings).toMatchObject({
    ok: true,
    value: {
      strategy: 'psar',
      symbol: 'ETHUSDT',
      timeframe: '1d',
      generation: '7',
      maxLeverage: 3,
      plan: { params: { af_start: 0.03, size_hint: { kind: 'fixed', value: 0.25 } } },
    },
  });
  expect(resolveSettings(environment, { ...row, params: {} })).toMatchObject({
    value: { strategy: 'ewmac' },
  });
});

it('bot settings take all parameters from one place: from the environment, or else from the row', () => {
  const configured = { ...row, strategy: 'ewmac', params: { fast: 5, slow: 20 } };
  const paramsWith = (params: object | undefined) => {
    const settings = resolveSettings(
      { ...environment, params: params as typeof environment.params },
      configured,
    );
    return settings.ok ? settings.value.plan?.params : settings.error;
  };
  const defaults = paramsWith({});
  expect(paramsWith(undefined)).toEqual({ ...defaults, fast: 5, slow: 20 });
  expect(paramsWith({ fast: 6 })).toEqual({ ...defaults, fast: 6 });
});

it('bot settings are refused with every fault at once', () => {
  const silent = { ...environment, strategy: undefined, symbol: undefined, timeframe: undefined };
  expect(faultsOf(silent)).toEqual(['strategy', 'symbol', 'timeframe']);
  expect(faultsOf({ ...environment, strategy: 'martingale' })).toEqual(['strategy']);
  expect(faultsOf({ ...environment, timeframe: '1m', network: 'prod', params: { fast: -1 } })).toEqual([
    'timeframe',
    'params/fast',
  ]);
  const overlays = [{ name: 'astrology' }, { name: 'funding', params: { max_rate: 9 } }];
  expect(faultsOf(environment, { ...row, params: {}, overlays })).toEqual([
    'overlays/0/name',
    'overlays/1/max_rate',
  ]);
});

it('bot settings on prod are refused for what is made for tests, wherever it is written', () => {
  const prod = { ...environment, network: 'prod' as const };
  expect(faultsOf(prod)).toEqual([]);
  expect(faultsOf({ ...prod, strategy: 'manual' })).toEqual(['strategy']);
  expect(faultsOf({ ...prod, strategy: undefined }, { ...row, strategy: 'manual' })).toEqual(['strategy']);
  expect(faultsOf({ ...prod, candleSource: 'scripted' })).toEqual(['candle_source']);
  expect(faultsOf({ ...environment, candleSource: 'scripted' })).toEqual([]);
});

it('bot settings warn of a time frame that is not validated, on testnet', () => {
  expect(resolveSettings({ ...environment, timeframe: '1d' }, undefined)).toMatchObject({
    value: { warnings: [expect.stringContaining('not validated on 1d')] },
  });
  expect(
    resolveSettings({ ...environment, strategy: 'manual', timeframe: undefined }, undefined),
  ).toMatchObject({
    value: { plan: null, timeframe: '1m', warnings: [] },
  });
});
