import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  BacktestRequest,
  BotCreateRequest,
  BotUpdateRequest,
  ClearNetworkQuarantineRequest,
  ConfirmQuery,
  DATASET_KINDS,
  DecimalString,
  EmitIntentRequest,
  FlattenRequest,
  PositiveDecimalString,
  ReasonRequest,
  RunCreateRequest,
  WarmupRequest,
} from '../index';

const klines = { kind: 'spot_klines', symbol: 'BTCUSDT', timeframe: '1h', lookback_bars: 100 };
const oneOfEach = [
  klines,
  { ...klines, kind: 'perp_klines' },
  { kind: 'funding_rates', symbol: 'BTCUSDT', lookback_count: 1 },
  { kind: 'open_interest', symbol: 'BTCUSDT', lookback_count: 5000 },
  { kind: 'long_short_ratio', symbol: 'BTCUSDT', lookback_count: 10 },
  { kind: 'fear_greed', lookback_count: 30 },
  { kind: 'macro', series_id: 'DGS10', lookback_count: 30 },
  { kind: 'liquidations', symbol: 'BTCUSDT', lookback_minutes: 10_080 },
];

it('a warm-up request takes every kind of dataset', () => {
  expect(oneOfEach.map(({ kind }) => kind)).toEqual([...DATASET_KINDS]);
  expect(Value.Check(WarmupRequest, { datasets: oneOfEach })).toBe(true);
});

it.each([
  ['an empty list', []],
  ['more than 12 datasets', Array.from({ length: 13 }, () => klines)],
  ['an unknown kind', [{ ...klines, kind: 'options' }]],
  ['a missing symbol', [{ kind: 'funding_rates', lookback_count: 1 }]],
  ['a blank symbol', [{ ...klines, symbol: ' ' }]],
  ['an unknown time frame', [{ ...klines, timeframe: '3m' }]],
  ['lookback_bars of 0', [{ ...klines, lookback_bars: 0 }]],
  ['lookback_bars of 5001', [{ ...klines, lookback_bars: 5001 }]],
  ['lookback_count of 5001', [{ kind: 'fear_greed', lookback_count: 5001 }]],
  ['lookback_minutes of 10081', [{ kind: 'liquidations', symbol: 'BTCUSDT', lookback_minutes: 10_081 }]],
  ['the lookback of another kind', [{ kind: 'liquidations', symbol: 'BTCUSDT', lookback_bars: 5 }]],
  ['a fraction of a bar', [{ ...klines, lookback_bars: 1.5 }]],
])('a warm-up request refuses %s', (_, datasets) => {
  expect(Value.Check(WarmupRequest, { datasets })).toBe(false);
});

it('a warm-up request takes exactly 12 datasets', () => {
  expect(Value.Check(WarmupRequest, { datasets: Array.from({ length: 12 }, () => klines) })).toBe(true);
});

it('a risk request lets any reason and scope, or no body, through to the domain', () => {
  for (const body of [null, {}, { reason: 7 }, { reason: '' }, { reason: 'x'.repeat(501), scope: 'moon' }]) {
    expect(Value.Check(FlattenRequest, body)).toBe(true);
  }
  expect(Value.Check(ReasonRequest, { reason: 'x', scope: 'all' })).toBe(false);
});

it('a bot request lets any image tag and desired_state through to the domain', () => {
  expect(Value.Check(BotCreateRequest, { bot_name: 'a', image_tag: 'no spaces please' })).toBe(true);
  expect(Value.Check(BotUpdateRequest, { desired_state: 'running' })).toBe(true);
  expect(Value.Check(BotUpdateRequest, { status: 'live' })).toBe(false);
});

it('a run request is judged by its strategy before anything else', () => {
  expect(Value.Check(RunCreateRequest, { strategy_name: 'no_such_strategy' })).toBe(true);
});

describe('requests of the contract', () => {
  it('a backtest needs its five fields and takes no other', () => {
    const body = {
      strategy: 'supertrend',
      symbol: 'BTCUSDT',
      timeframe: '1d',
      from_ts: 0,
      to_ts: 1,
      params: { atr_period: 10 },
    };
    expect(Value.Check(BacktestRequest, body)).toBe(true);
    const { symbol: _, ...withoutSymbol } = body;
    expect(Value.Check(BacktestRequest, withoutSymbol)).toBe(false);
    expect(Value.Check(BacktestRequest, { ...body, offset: 1 })).toBe(false);
  });

  it('a test intent carries decimals as strings', () => {
    const intent = {
      intent_id: '9b2c1f6e-0000-4000-8000-000000000000',
      side: 'long',
      qty: '0.001',
      sl: '50000',
      tp: '70000',
    };
    expect(Value.Check(EmitIntentRequest, intent)).toBe(true);
    expect(Value.Check(EmitIntentRequest, { ...intent, qty: 0.001 })).toBe(false);
    expect(Value.Check(EmitIntentRequest, { ...intent, qty: '0' })).toBe(false);
  });

  it('clearing a quarantine needs YES- and seconds, or a UUID and a known network scope', () => {
    expect(Value.Check(ConfirmQuery, { confirm: 'YES-1790000000' })).toBe(true);
    expect(Value.Check(ConfirmQuery, { confirm: 'yes-1790000000' })).toBe(false);
    const confirm_token = '9b2c1f6e-0000-4000-8000-000000000000';
    expect(Value.Check(ClearNetworkQuarantineRequest, { confirm_token, network_scope: 'testnet' })).toBe(
      true,
    );
    expect(Value.Check(ClearNetworkQuarantineRequest, { confirm_token, network_scope: 'mainnet' })).toBe(
      false,
    );
    expect(Value.Check(ClearNetworkQuarantineRequest, { confirm_token: 'x', network_scope: 'all' })).toBe(
      false,
    );
  });
});

describe('primitives', () => {
  it.each(['1', '-0.5', '0', '12345678901234567890.123456789012345678'])('%s is a decimal', (text) => {
    expect(Value.Check(DecimalString, text)).toBe(true);
  });

  it.each(['', '.5', '1.', '1e3', 'NaN', '+1', ' 1', '1,0', '٣'])('%j is not a decimal', (text) => {
    expect(Value.Check(DecimalString, text)).toBe(false);
  });

  it('zero and negative numbers are not positive', () => {
    expect(['0', '0.000', '-1'].some((text) => Value.Check(PositiveDecimalString, text))).toBe(false);
    expect(Value.Check(PositiveDecimalString, '0.001')).toBe(true);
  });
});
