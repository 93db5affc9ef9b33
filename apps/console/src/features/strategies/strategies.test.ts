import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, knownPages, markupOf, textOf } from '../rendered.fixture';
import { Overlays } from './overlays';
import { Strategies } from './strategies';

const strategy = (over: object = {}) => ({
  name: 'supertrend',
  title: 'Supertrend',
  summary: 'Follows the trend.',
  status: 'validated',
  timeframes: ['1h', '8h'],
  validatedTimeframes: ['8h'],
  warmupBars: { '1h': 370, '8h': 370 },
  datasets: ['perp_klines'],
  schema: {
    type: 'object',
    properties: {
      atr_period: {
        type: 'integer',
        title: 'ATR period',
        description: 'Bars of the range',
        default: 10,
        minimum: 2,
        maximum: 120,
      },
    },
  },
  ...over,
});

describe('the catalogue of strategies', () => {
  const page = (search = '', ...items: object[]) =>
    textOf(createElement(Strategies), {
      reads: [known('/strategies', { items: items.length === 0 ? [strategy()] : items } as never)],
      search,
    });

  it('explains each parameter with its default and range', () => {
    expect(page()).toMatch(/ATR period atr_period 10 .*2.*120.* Bars of the range/);
  });

  it('the catalogue says where a strategy is validated, and where it is for testnet and backtests only', () => {
    const said = page();
    expect(said).toMatch(/1h testnet and backtests only 370 15 d of history/);
    expect(said).toMatch(/8h validated 370 123 d of history/);
    expect(page('', strategy({ status: 'in_progress' }))).toContain('validation in progress');
  });

  it('the catalogue says what a strategy cannot run without', () => {
    expect(page()).toContain('Cannot run without perp bars.');
    expect(page('', strategy({ datasets: [] }))).toContain('Depends on parameters without a default.');
  });

  it('the catalogue of strategies opens what the address names, and says when there is no such strategy', () => {
    const both = [
      strategy(),
      strategy({ name: 'psar', title: 'Parabolic SAR', summary: 'Reverses at its stop.' }),
    ];
    expect(page('name=psar', ...both)).toContain('Reverses at its stop.');
    expect(page('name=nothing', ...both)).toContain('There is no strategy of that name.');
  });
});

describe('overlays', () => {
  const overlay = {
    name: 'funding',
    title: 'Funding',
    summary: 'Vetoes dear entries.',
    datasets: ['funding_rates'],
  };
  const decision = (over: object = {}) => ({
    id: 'd1',
    overlay: 'funding',
    verdict: 'veto',
    reason: 'funding is 0.3 %',
    barOpenTime: 0,
    botId: '0123456789',
    createdAt: '2026-11-17T08:00:00.000Z',
    ...over,
  });
  const page = (totals: object[], ...decisions: object[]) => ({
    reads: [
      known('/overlays', { items: [overlay] } as never),
      known('/overlays/summary', { items: totals } as never),
      knownPages('/overlays/decisions', decisions, { query: { page_size: 100 } }),
    ],
  });

  it('overlays say how often they said no, as a share of what they were asked', () => {
    const said = textOf(createElement(Overlays), page([{ overlay: 'funding', decisions: 40, vetoes: 10 }]));
    expect(said).toMatch(/Funding Vetoes dear entries\. Funding rates 40 10 25\.0 %/);
  });

  it('overlays have no share before they were asked anything', () => {
    expect(textOf(createElement(Overlays), page([]))).toMatch(/0 0 –/);
    expect(textOf(createElement(Overlays), page([]))).toContain('No overlay has decided anything yet');
  });

  it('overlays give the verdict with its reason, and lead to the bot', () => {
    const circumstances = page([], decision());
    expect(textOf(createElement(Overlays), circumstances)).toMatch(/Funding veto funding is 0\.3 %/);
    expect(markupOf(createElement(Overlays), circumstances)).toContain('/bots/0123456789');
    expect(textOf(createElement(Overlays), circumstances)).toContain('23456789');
  });

  it('overlays name the bot once it is known', () => {
    const { reads } = page([], decision());
    const bots = known('/bff/bots', { items: [{ botId: '0123456789', botName: 'BTC trend' }] } as never);
    expect(textOf(createElement(Overlays), { reads: [...reads, bots] })).toContain('BTC trend');
  });
});
