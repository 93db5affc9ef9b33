import { DAY_MS, type Timeframe, timeframeMs } from '@platform/core';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { fieldsOf, known, markupOf, refused, refusedButtons, textOf } from '../rendered.fixture';
import { Backtest } from './backtest';

const FIRST_MS = Date.UTC(2026, 0, 1);
const DAYS = 160;

const series = (timeframe: Timeframe, over: object = {}) => {
  const rowCount = Math.floor((DAYS * DAY_MS) / timeframeMs(timeframe));
  return {
    source: 'klines',
    symbol: 'BTCUSDT',
    market: 'perp',
    timeframe,
    gaps: [],
    gapCount: 0,
    rowCount,
    earliest: FIRST_MS,
    latest: FIRST_MS + (rowCount - 1) * timeframeMs(timeframe),
    ...over,
  };
};

const STRATEGY = {
  name: 'supertrend',
  title: 'Supertrend',
  summary: 'Follows the trend.',
  status: 'validated',
  timeframes: ['1h', '8h', '1d'],
  validatedTimeframes: ['1d', '8h'],
  datasets: [],
  warmupBars: { '1h': 370, '8h': 370, '1d': 370 },
  schema: {
    type: 'object',
    properties: {
      atr_period: { type: 'integer', title: 'ATR period', minimum: 2, maximum: 120, default: 10 },
    },
  },
};
const UNPROVEN = { title: 'Parabolic SAR', status: 'in_progress', validatedTimeframes: [] };
const OTHER = { ...STRATEGY, name: 'psar', ...UNPROVEN };

interface Given {
  readonly search?: Record<string, string>;
  readonly items?: readonly object[];
  readonly role?: 'operator' | 'viewer';
}

function given({ search = {}, items, role = 'operator' }: Given) {
  const stored = items ?? [series('1h'), series('8h'), series('1d')];
  const strategies = known('/strategies', { items: [STRATEGY, OTHER] } as never);
  const reads = [strategies, known('/data/inventory', { items: stored } as never)];
  return { reads, search: new URLSearchParams(search).toString(), role };
}
const page = (over: Given = {}) => textOf(createElement(Backtest), given(over));
const fields = (over: Given = {}) => fieldsOf(createElement(Backtest), given(over));
const canStart = (over: Given = {}) =>
  !refusedButtons(createElement(Backtest), given(over)).includes('Start backtest');

describe('the form of a backtest, untouched', () => {
  it('the backtest form begins with the validated time frame that has its warm-up, and can be started', () => {
    expect(fields()).toMatchObject({
      Strategy: { value: 'Supertrend' },
      Symbol: { value: 'BTCUSDT' },
      'Time frame': { value: '8h' },
    });
    expect(canStart()).toBe(true);
  });

  it('the backtest form begins its days after the warm-up, and ends them with the last stored', () => {
    const { 'First day, UTC': first, 'Last day, UTC': last } = fields();
    // The bar that is decided on first is the last of the warm-up.
    const warmUpDays = (369 * 8) / 24;
    expect(first!.value).toBe(new Date(FIRST_MS + warmUpDays * DAY_MS).toISOString().slice(0, 10));
    expect(last!.value).toBe('2026-06-09');
    expect(first!.hint).toContain('Stored: 2026-01-01 to 2026-06-09, 480 bars');
  });

  it('the backtest form says before the button what would be run and what it costs', () => {
    const said = page();
    expect(said).toContain('Strategy Supertrend Market BTCUSDT perpetual, 8h');
    expect(said).toMatch(/Length 37 d, 111 bars tested/);
    expect(said).toContain('Warm-up 370 bars before it');
    expect(said).toContain('Initial equity 10,000.00 USD');
    expect(said).toContain('Costs 4 bps fee, usual slippage, funding');
  });

  it('the backtest form is empty without stored bars, and says where they come from', () => {
    expect(page({ items: [] })).toContain('No history is stored yet');
    expect(page({ items: [] })).toContain('./platform data backfill klines');
  });

  it('the backtest form is shown to a viewer, who cannot start it', () => {
    expect(canStart({ role: 'viewer' })).toBe(false);
    expect(page({ role: 'viewer' })).toContain('Market BTCUSDT perpetual');
  });
});

describe('an address', () => {
  it('an address brings back what was typed, half-typed numbers included', () => {
    const search = {
      timeframe: '1h',
      from: '2026-03-01',
      to: '2026-03-31',
      params: '{"atr_period":"14"}',
      costs: '{"takerFeeBps":"2.","initialEquityUsd":"5000"}',
    };
    const shown = fields({ search });
    expect(shown).toMatchObject({
      'First day, UTC': { value: '2026-03-01' },
      'Last day, UTC': { value: '2026-03-31' },
      'ATR period': { value: '14' },
      'Taker fee, bps': { value: '2.' },
      'Initial equity, USD': { value: '5000' },
    });
    expect(page({ search })).toContain('Span 2026-03-01 → 2026-03-31');
    expect(page({ search })).toContain('Costs 2. bps fee');
  });

  it('an address that names an unknown strategy or time frame gets the defaults instead', () => {
    expect(fields({ search: { strategy: 'nonsense', timeframe: '7m' } })).toMatchObject({
      Strategy: { value: 'Supertrend' },
      'Time frame': { value: '8h' },
    });
  });

  it('the backtest form says of a strategy that is not validated that it is not', () => {
    const said = page({ search: { strategy: 'psar', timeframe: '1h' } });
    expect(said).toContain('Parabolic SAR is not validated on 1h.');
    expect(fields({ search: { strategy: 'psar' } })['Strategy']!.value).toContain('validation in progress');
    expect(page({ search: { timeframe: '8h' } })).not.toContain('is not validated');
  });
});

it('a backtest whose warm-up takes everything is refused, with the days to fetch beside it', () => {
  const search = { timeframe: '1d' };
  expect(page({ search })).toContain('nothing would be decided');
  expect(page({ search })).toMatch(/Fetch the missing \d+ days…/);
  expect(canStart({ search })).toBe(false);
});

it('a warm-up that takes a part of the days is said, and left to the operator', () => {
  const search = { timeframe: '8h', from: '2026-03-01' };
  expect(page({ search })).toMatch(/192 bars of warm-up are not stored before the first day/);
  expect(page({ search })).toMatch(/Warm-up 370 bars, 192 of them from the span/);
  expect(markupOf(createElement(Backtest), given({ search }))).toContain('Run although data is missing');
  expect(canStart({ search })).toBe(true);
});

it('a backtest without bars of the time frame is refused, and the time frame is offered all the same', () => {
  const only = { items: [series('8h')], search: { timeframe: '1h' } };
  expect(page(only)).toContain('No 1h bars of BTCUSDT are stored.');
  expect(page(only)).toContain('1h (not stored)');
  expect(canStart(only)).toBe(false);
});

it('an empty span, no equity, costs out of range and a faulty parameter are refused beside their field', () => {
  const reversed = { search: { from: '2026-06-05', to: '2026-06-01' } };
  expect(fields(reversed)['Last day, UTC']).toMatchObject({
    isFaulty: true,
    hint: expect.stringContaining('empty'),
  });
  const costs = { search: { costs: '{"takerFeeBps":"1001","initialEquityUsd":"0"}' } };
  expect(fields(costs)).toMatchObject({
    'Taker fee, bps': { isFaulty: true },
    'Initial equity, USD': { isFaulty: true },
    'Slippage, bps': { isFaulty: false },
  });
  const parameter = { search: { params: '{"atr_period":"1"}' } };
  expect(page(parameter)).toContain('ATR period: see the parameters.');
  for (const each of [reversed, costs, parameter]) expect(canStart(each)).toBe(false);
});

it('bars that are missing in between are warned of', () => {
  const items = [series('8h', { gapCount: 2, gaps: [] })];
  expect(page({ items })).toContain('The stored bars have 2 gaps; nothing is filled in.');
});

it('the backtest form shows the manager’s own error where the strategies cannot be read', () => {
  const reads = [refused('/strategies', { message: 'The database is away', action: 'Start it' })];
  expect(textOf(createElement(Backtest), { reads })).toMatch(/The database is away.*Start it/);
});
