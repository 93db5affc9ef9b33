import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, knownPages, markupOf, refused, textOf } from '../rendered.fixture';
import { type AnyBot, aBot, aPosition } from './bot.fixture';
import { BotDetail } from './bot-detail';
import { BotEvents } from './bot-events';
import { BotSettings } from './bot-settings';
import { Fills } from './fills';

const params = { id: 'b1' };
const titles = known('/strategies', { items: [{ name: 'supertrend', title: 'Supertrend' }] } as never);
const latch = known('/bff/risk', { latch: { halted: false }, pauses: [] } as never);

describe('the page of a bot', () => {
  const read = (...items: AnyBot[]) => known('/bff/bots', { items } as never, { query: { bot_id: 'b1' } });
  const page = (bot: AnyBot, search = '') =>
    textOf(createElement(BotDetail, { botId: 'b1' }), { reads: [read(bot), titles, latch], search });

  it('the page of a bot is headed by its name, its state and what it trades', () => {
    expect(page(aBot())).toContain('BTC trend live Supertrend on BTCUSDT 1h, testnet');
    expect(page(aBot({ candleSource: 'scripted' }))).toContain('testnet, from a script');
  });

  it('the page of a bot has the same places with a position and without, so that nothing jumps', () => {
    const labels = (bot: AnyBot) =>
      [
        ...markupOf(createElement(BotDetail, { botId: 'b1' }), {
          reads: [read(bot), titles, latch],
        }).matchAll(/<dt[^>]*>(.*?)<\/dt>/g),
      ].map(([, label]) => label);
    expect(labels(aBot())).toEqual(labels(aBot({ position: aPosition() })));
    expect(labels(aBot())).toContain('Stop');
  });

  it('the page of a bot shows what it holds with entry, mark and how far the stop is', () => {
    const said = page(aBot({ position: aPosition() }));
    expect(said).toMatch(/Position long 2 entered at 100\.000/);
    expect(said).toMatch(/Open, USD \+8\.00 mark 104\.000/);
    expect(said).toMatch(/Stop 95\.000 8\.65 % away/);
  });

  it('the page of a bot says none for a position without a stop, and flat for no position', () => {
    expect(page(aBot({ position: aPosition({ protected: false, stopPrice: null }) }))).toMatch(/Stop none/);
    expect(page(aBot())).toMatch(/Position flat holds nothing .*Stop – no position/);
  });

  it('the page of a bot says above everything why it opens nothing', () => {
    const paused = aBot({
      pausedByRisk: { reason: 'drawdown', since: '2026-11-17T00:00:00.000Z' },
    });
    expect(page(paused)).toMatch(/Paused by risk since .*Risk → Resume lets it go on/);
    expect(page(aBot())).not.toContain('lets it go on');
  });

  it('the page of a bot opens the tab of the address', () => {
    const reads = [read(aBot()), titles, latch];
    const at = (search: string) =>
      markupOf(createElement(BotDetail, { botId: 'b1' }), { reads, search }).match(
        /aria-selected="true"[^>]*>([^<]*)</,
      )?.[1];
    expect(at('')).toBe('Trading');
    expect(at('tab=parity')).toBe('Parity');
  });

  it('the page of a bot that is gone or was never there leads back to all bots', () => {
    const gone = textOf(createElement(BotDetail, { botId: 'b1' }), { reads: [read(), titles] });
    expect(gone).toMatch(/There is no such bot .*All bots/);
    const malformed = refused('/bff/bots', { field: 'bot_id' }, { query: { bot_id: 'b1' } });
    expect(textOf(createElement(BotDetail, { botId: 'b1' }), { reads: [malformed] })).toContain(
      'There is no such bot',
    );
  });

  it('the page of a bot that cannot be read says why, and not that the bot is gone', () => {
    const away = refused('/bff/bots', { message: 'The database is away' }, { query: { bot_id: 'b1' } });
    const said = textOf(createElement(BotDetail, { botId: 'b1' }), { reads: [away] });
    expect(said).toContain('The database is away');
    expect(said).not.toContain('There is no such bot');
  });
});

describe('fills', () => {
  const fill = (over: object = {}) => ({
    id: 'f1',
    tradeTime: Date.UTC(2026, 10, 17, 8),
    leg: 'exit',
    side: 'sell',
    qty: '0.500',
    price: '100',
    fee: '0.02',
    feeAsset: 'USDT',
    realisedPnlUsd: '0.01',
    isMaker: false,
    ...over,
  });
  const table = (...items: object[]) =>
    textOf(createElement(Fills, { botId: 'b1' }), {
      reads: [known('/bots/{id}/fills', { items } as never, { params, query: { page_size: 500 } })],
    });

  it('fills show what is left after the fee: a win that its fee eats is a loss', () => {
    expect(table(fill())).toMatch(/Exit sell 0\.5 100\.000 0\.020000 USDT −0\.0100 taker/);
  });

  it('fills take no fee off in another coin than the quote', () => {
    expect(table(fill({ feeAsset: 'BNB', realisedPnlUsd: '0.5' }))).toMatch(/0\.020000 BNB \+0\.5000/);
  });

  it('fills call a stop a stop, and show a dash where no leg is known', () => {
    expect(table(fill({ leg: 'sl' }))).toContain('Stop sell');
    expect(table(fill({ leg: null }))).toContain('– sell');
  });

  it('fills begin with the newest, and an empty list says so', () => {
    const both = table(fill(), fill({ id: 'f2', tradeTime: Date.UTC(2026, 10, 17, 9), side: 'buy' }));
    expect(both.indexOf('buy')).toBeLessThan(both.indexOf('sell'));
    expect(table()).toContain('No fills yet');
  });
});

describe('the events of a bot', () => {
  const event = { id: 'e1', eventType: 'BOT_WARMUP_INCOMPLETE', createdAt: '2026-11-17T08:00:00.000Z' };

  it('the events of a bot carry their reasons', () => {
    const items = [{ ...event, metadata: { reasons: ['perp_klines ETHUSDT 1d: 160 of 370 rows'] } }];
    const reads = [knownPages('/bots/{id}/events', items, { params })];
    expect(textOf(createElement(BotEvents, { botId: 'b1' }), { reads })).toContain('160 of 370 rows');
  });

  it('the events of a bot say that nothing happened only when that was read', () => {
    const none = 'Nothing has happened to it yet';
    const empty = [knownPages('/bots/{id}/events', [], { params })];
    expect(textOf(createElement(BotEvents, { botId: 'b1' }), { reads: empty })).toContain(none);
    const away = [refused('/bots/{id}/events', { message: 'away' }, { params, isPaged: true })];
    expect(textOf(createElement(BotEvents, { botId: 'b1' }), { reads: away })).toContain('away');
    expect(textOf(createElement(BotEvents, { botId: 'b1' }))).not.toContain(none);
  });
});

it('the settings of a bot are all of them, by name, and what is not set as that', () => {
  const config = { leverage: 3, params: { atr_period: 10 }, cluster_id: null };
  const said = textOf(createElement(BotSettings, { botId: 'b1' }), {
    reads: [known('/bots/{id}', config as never, { params })],
  });
  expect(said).toMatch(/leverage.*3/i);
  expect(said).toContain('atr_period');
  expect(said).toContain('Cluster ID not set');
});
