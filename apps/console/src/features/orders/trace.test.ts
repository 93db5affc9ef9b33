import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aBot } from '../bots/bot.fixture';
import { known, knownPages, markupOf, textOf } from '../rendered.fixture';
import { Timeline } from '../risk/timeline';
import { Orders } from './orders';
import { Trace } from './trace';

const AT = '2026-11-17T08:00:00.000Z';
const bots = known('/bff/bots', { items: [aBot()] } as never);

describe('a trace', () => {
  const view = (over: object = {}) => ({
    events: [],
    commands: [],
    intents: [],
    orders: [],
    fills: [],
    ...over,
  });
  const page = (over: object = {}) =>
    textOf(createElement(Trace, { id: 't-1' }), {
      reads: [bots, known('/bff/traces/{trace_id}', view(over) as never, { params: { trace_id: 't-1' } })],
    });
  const command = { id: 'c1', kind: 'flatten', scope: 'bot:b1', issuedBy: 'operator:ada', createdAt: AT };

  it('a trace shows who commanded what over which bot, and whether it was carried out', () => {
    expect(page({ commands: [{ ...command, doneAt: null }] })).toMatch(
      /Flatten BTC trend by ada not carried out yet/,
    );
    expect(page({ commands: [{ ...command, doneAt: AT }] })).toMatch(/Flatten BTC trend by ada carried out/);
  });

  it('promises no end to a command that has none', () => {
    expect(page({ commands: [{ ...command, kind: 'pause', doneAt: null }] })).not.toContain('carried out');
  });

  it('a trace lists fills in words, and says when no order followed', () => {
    const fill = { id: 'f1', side: 'sell', qty: '2.50', symbol: 'BTCUSDT', price: '101', tradeTime: 0 };
    expect(page({ fills: [fill] })).toContain('sell 2.5 BTCUSDT at 101.000');
    expect(page()).toContain('No order followed from it.');
  });
});

describe('the timeline', () => {
  const act = {
    id: 'a1',
    action: 'emergency_flatten',
    scope: 'bot:b1',
    actor: 'operator:ada',
    reason: 'r'.repeat(300),
    traceId: '01900000-0000-7000-8000-0123456789ab',
    createdAt: AT,
  };
  const timeline = (...items: object[]) => ({
    element: createElement(Timeline, { bots: [aBot()] }),
    circumstances: { reads: [knownPages('/bff/risk/audit', items)] },
  });

  it('the timeline names bot, actor and reason as people do, and links the whole trace id', () => {
    const { element, circumstances } = timeline(act);
    expect(textOf(element, circumstances)).toMatch(/Emergency flatten BTC trend by ada/);
    expect(markupOf(element, circumstances)).toContain(`/traces/${act.traceId}`);
    expect(textOf(element, circumstances)).toContain('0123456789ab');
  });

  it('the timeline says so when nothing was ever done', () => {
    const { element, circumstances } = timeline();
    expect(textOf(element, circumstances)).toContain('No risk actions yet');
  });
});

describe('the page of orders', () => {
  const page = (search: string, ...reads: ReturnType<typeof knownPages>[]) =>
    textOf(createElement(Orders), { reads: [bots, ...reads], search });

  it('the page of orders asks for what the address names, and for nothing that it does not', () => {
    expect(page('', knownPages('/bff/intents', []))).toContain('No intent fits');
    expect(
      page('state=rejected', knownPages('/bff/intents', [], { query: { state: 'rejected' } })),
    ).toContain('No intent fits');
    expect(page('state=rejected', knownPages('/bff/intents', []))).not.toContain('No intent fits');
  });

  it('the page of orders keeps the bot that is chosen in the list although it is gone', () => {
    const markup = markupOf(createElement(Orders), {
      reads: [bots, knownPages('/bff/intents', [], { query: { bot_id: 'gone' } })],
      search: 'bot=gone',
    });
    expect(markup).toMatch(/<option value="gone" selected="">/);
  });
});
