import { DAY_MS, type Timeframe, timeframeMs } from '@platform/core';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { fieldsOf, type Known, known, refused, refusedButtons, textOf } from '../../rendered.fixture';
import { aBot } from '../bot.fixture';
import { CreateBot, EditBot } from './create-bot';

const FIRST_MS = Date.UTC(2026, 0, 1);
const series = (symbol: string, timeframe: Timeframe, days: number) => {
  const rowCount = Math.floor((days * DAY_MS) / timeframeMs(timeframe));
  return {
    source: 'klines',
    symbol,
    market: 'perp',
    timeframe,
    gaps: [],
    gapCount: 0,
    rowCount,
    earliest: FIRST_MS,
    latest: FIRST_MS + (rowCount - 1) * timeframeMs(timeframe),
  };
};
const strategy = (over: object = {}) => ({
  name: 'supertrend',
  title: 'Supertrend',
  summary: 'Follows the trend.',
  status: 'validated',
  timeframes: ['1h', '1d'],
  validatedTimeframes: ['1d'],
  warmupBars: { '1h': 370, '1d': 370 },
  datasets: [],
  ...over,
  schema: {
    type: 'object',
    properties: {
      atr_period: { type: 'integer', title: 'ATR period', minimum: 2, maximum: 120, default: 10 },
    },
  },
});
const OVERLAY = {
  name: 'funding_limit',
  title: 'Funding limit',
  summary: 'No dear entry.',
  datasets: ['funding_rates'],
  schema: { type: 'object', properties: { limit: { type: 'number', title: 'Limit', default: 0.001 } } },
};
const DEFAULTS = {
  network: 'testnet',
  warmupMode: 'strict',
  leverage: 1,
  allocation: { mode: 'usd', value: 10_000 },
  sizing: { mode: 'fixed', value: 0.05 },
};
const CONFIG = {
  id: 'b1',
  bot_name: 'BTC trend',
  strategy: 'supertrend',
  symbol: 'BTCUSDT',
  timeframe: '1h',
  network: 'testnet',
  desired_state: 'running',
  params: { atr_period: 14 },
  overlays: [],
  leverage: 2,
  allocation: { mode: 'share', value: 0.25 },
  sizing: { mode: 'fixed', value: 0.1 },
  cluster_id: 'majors',
  warmup_mode: 'strict',
  candle_source: 'data-ws',
};

interface Given {
  readonly days?: number;
  readonly bots?: readonly object[];
  readonly reads?: readonly Known[];
  readonly role?: 'operator' | 'viewer';
}

const given = ({ days = 60, bots = [], reads = [], role = 'operator' }: Given) => ({
  role,
  reads: [
    known('/strategies', { items: [strategy()] } as never),
    known('/overlays', { items: [OVERLAY] } as never),
    known('/bff/bot-defaults', DEFAULTS as never),
    known('/data/inventory', {
      items: ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) => [
        series(symbol, '1h', days),
        series(symbol, '1d', days),
      ]),
    } as never),
    known('/bff/bots', { items: bots } as never),
    ...reads,
  ],
});
const create = createElement(CreateBot, { runId: undefined, cloneId: undefined });
const config = known('/bots/{id}', CONFIG as never, { params: { id: 'b1' } });

describe('the form of a new bot', () => {
  it('the form of a new bot begins with what can be started, and the platform’s defaults', () => {
    expect(fieldsOf(create, given({}))).toMatchObject({
      Strategy: { value: 'Supertrend' },
      Symbol: { value: 'BTCUSDT' },
      'Time frame': { value: '1h' },
      'Allocated, USD': { value: '10000' },
      Leverage: { value: '1' },
      Size: { value: '0.05' },
      Network: { value: 'Testnet', hint: 'No real money' },
    });
  });

  it('the form of a new bot begins with a symbol that no other bot of the strategy holds', () => {
    const bots = [aBot({ symbol: 'BTCUSDT' })];
    expect(fieldsOf(create, given({ bots }))['Symbol']!.value).toBe('ETHUSDT');
  });

  it('the form of a new bot says before the button what will exist', () => {
    expect(textOf(create, given({}))).toContain(
      'Creates a bot : Supertrend on BTCUSDT 1h, testnet, with 10,000.00 USD; each order 5.00 % of its equity, leverage 1.',
    );
    expect(textOf(create, given({}))).toContain('Supertrend is not validated on 1h.');
  });

  it('the form of a new bot says who holds a pair, and what is missing where history is short', () => {
    const bots = ['BTCUSDT', 'ETHUSDT'].map((symbol) => aBot({ botId: symbol, symbol }));
    expect(textOf(create, given({ bots }))).toContain('Symbol and strategy are held by BTC trend');
    const short = textOf(create, given({ days: 10 }));
    expect(short).toMatch(
      /It needs 370 bars of BTCUSDT 1d to warm up; 10 are stored\. A strict bot would not start\./,
    );
    expect(short).toContain('Fetch the missing 360 days…');
  });

  it('the form of a new bot says where the wallet cannot give what is allocated', () => {
    const accounts = [{ network: 'testnet', walletUsd: '12000', allocatedUsd: '5000', stale: false }];
    const reads = [known('/portfolio', { accounts } as never)];
    expect(textOf(create, given({ reads }))).toContain(
      '15,000.00 USD would be allocated on testnet and its wallet holds 12,000.00 USD',
    );
  });

  it('the form of a new bot cannot be sent without a name, nor by a viewer', () => {
    expect(refusedButtons(create, given({}))).toContain('Create, stopped');
    expect(refusedButtons(create, given({ role: 'viewer' }))).toContain('Create, stopped');
  });

  it('the form of a new bot offers overlays with their data, and their settings once chosen', () => {
    const said = textOf(create, given({}));
    expect(said).toContain('Funding limit No dear entry. Vetoes without fresh data: funding rates.');
    expect(said).not.toContain('Entries may be vetoed by');
  });

  it('the form of a new bot shows the error of a part that cannot be read instead of half a form', () => {
    const reads = [refused('/overlays', { message: 'The registry is away' })];
    const said = textOf(create, { reads: [given({}).reads[0]!, ...reads] });
    expect(said).toContain('The registry is away');
    expect(said).not.toContain('Create, stopped');
  });
});

describe('a bot from a run', () => {
  const fromRun = createElement(CreateBot, { runId: 'r1', cloneId: undefined });
  const run = (over: object = {}) =>
    known(
      '/runs/{id}',
      {
        id: 'r1',
        strategy: 'supertrend',
        symbol: 'ETHUSDT',
        timeframe: '1d',
        name: null,
        params: { atr_period: 33 },
        initialEquityUsd: '5000',
        ...over,
      } as never,
      { params: { id: 'r1' } },
    );

  it('a bot from a run has its market and parameters', () => {
    expect(fieldsOf(fromRun, given({ reads: [run()] }))).toMatchObject({
      Symbol: { value: 'ETHUSDT' },
      'Time frame': { value: '1d (validated)' },
      'ATR period': { value: '33' },
    });
  });

  it('a bot from a run is refused where the strategy of the run is gone', () => {
    const gone = given({ reads: [run({ strategy: 'own_idea' })] });
    expect(textOf(fromRun, gone)).toContain('The strategy own_idea is not in the registry');
  });
});

it('a copy of a bot has everything of it and a name of its own', () => {
  const copy = createElement(CreateBot, { runId: undefined, cloneId: 'b1' });
  expect(fieldsOf(copy, given({ reads: [config] }))).toMatchObject({
    Name: { value: 'Copy of BTC trend' },
    Leverage: { value: '2' },
    Cluster: { value: 'majors' },
    'Allocated, % of the wallet': { value: '25' },
    'ATR period': { value: '14' },
  });
  expect(refusedButtons(copy, given({ reads: [config] }))).not.toContain('Create, stopped');
});

describe('a bot that is edited', () => {
  const edit = createElement(EditBot, { botId: 'b1' });
  const edited = given({ reads: [config], bots: [aBot()] });

  it('a bot that is edited shows what it is, and saves nothing before something changed', () => {
    expect(fieldsOf(edit, edited)).toMatchObject({ Name: { value: 'BTC trend' }, Size: { value: '0.1' } });
    expect(textOf(edit, edited)).toContain('Nothing is changed yet.');
    expect(refusedButtons(edit, edited)).toContain('Save');
  });

  it('a bot that is edited does not stand in its own way', () => {
    expect(textOf(edit, edited)).not.toContain('are held by');
  });
});
