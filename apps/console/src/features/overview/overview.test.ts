import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aBot } from '../bots/bot.fixture';
import { known, markupOf, textOf } from '../rendered.fixture';
import { BotStates } from './bot-states';
import { Breakers } from './breakers';
import { HaltNotice } from './halt-notice';
import { ServicesPanel, SourcesPanel } from './health';
import { Overview } from './overview';
import { RecentEvents } from './recent-events';

const SINCE = '2026-11-17T08:00:00.000Z';
const risk = (over: object = {}) =>
  known('/bff/risk', {
    pauses: [],
    breakers: [],
    latch: { halted: false, since: SINCE, actor: null, reason: null, scope: null },
    ...over,
  } as never);
const bots = (...items: ReturnType<typeof aBot>[]) => known('/bff/bots', { items } as never);

describe('the notice of a halt', () => {
  const halted = (over: object) =>
    risk({ latch: { halted: true, since: SINCE, actor: 'operator:ada', ...over } });

  it('the notice of a halt says who, over what and why, with the way on', () => {
    const markup = markupOf(createElement(HaltNotice), {
      reads: [halted({ reason: 'a strange fill', scope: 'bot:b1' }), bots(aBot())],
    });
    expect(markup).toContain('a strange fill');
    expect(markup).toContain('scope BTC trend');
    expect(markup).toContain('/risk?act=resume');
  });

  it('breaks a long word instead of the page', () => {
    const notice = markupOf(createElement(HaltNotice), {
      reads: [halted({ reason: 'x'.repeat(500), scope: null }), bots()],
    });
    expect(notice).toContain('min-w-0');
    expect(notice).toContain('shrink-0');
  });

  it('the notice of a halt names the platform where no operator did it, and is absent without a halt', () => {
    const said = textOf(createElement(HaltNotice), {
      reads: [halted({ actor: null, reason: null, scope: null }), bots()],
    });
    expect(said).toContain('engaged by the platform');
    expect(said).toContain('no reason given');
    expect(textOf(createElement(HaltNotice), { reads: [risk(), bots()] })).toBe('');
  });
});

describe('the states of bots', () => {
  const states = (...items: ReturnType<typeof aBot>[]) =>
    textOf(createElement(BotStates), { reads: [bots(...items), risk()] });

  it('the states of bots are counted, without those that no bot is in', () => {
    const said = states(
      aBot(),
      aBot({ botId: 'b2' }),
      aBot({ botId: 'b3', status: 'paused', desiredState: 'paused' }),
    );
    expect(said).toMatch(/2 live/);
    expect(said).toMatch(/1 paused/);
    expect(said).not.toContain('quarantined');
  });

  it('the states of bots count those that open nothing, with every cause once', () => {
    const paused = { reason: 'drawdown', since: SINCE };
    const said = states(
      aBot({ pausedByRisk: paused }),
      aBot({ botId: 'b2', pausedByRisk: paused }),
      aBot({ botId: 'b3' }),
    );
    expect(said).toContain('2 of 3 open nothing: paused by risk');
  });

  it('the states of bots lead to the form while there are no bots', () => {
    expect(states()).toContain('Create one');
  });
});

describe('breakers', () => {
  const breaker = (over: object = {}) => ({
    breaker: 'drawdown',
    scope: 'bot:b1',
    status: 'ok',
    outcome: null,
    value: 0.02,
    threshold: 0.1,
    highestToday: 0.05,
    reason: null,
    since: SINCE,
    ...over,
  });
  const panel = (...breakers: object[]) =>
    textOf(createElement(Breakers), { reads: [risk({ breakers }), bots(aBot())] });

  it('breakers show the scope that is nearest to tripping, by its name', () => {
    const said = panel(breaker(), breaker({ scope: 'bot:b2', value: 0.09 }));
    expect(said).toContain('9.00 %');
    expect(said).not.toContain('2.00 %');
    expect(panel(breaker())).toContain('BTC trend');
  });

  it('breakers that tripped say what they do, and those without data that they do nothing', () => {
    expect(panel(breaker({ status: 'tripped', outcome: 'PauseBots' }))).toContain('tripped · pauses bots');
    expect(panel(breaker({ status: 'tripped', outcome: 'Flatten' }))).toContain('tripped · flattens');
    expect(panel(breaker({ status: 'degraded', value: null, reason: 'not_enough_volume' }))).toMatch(
      /no data .*not enough volume/,
    );
  });

  it('breakers that judged nothing yet are not ok', () => {
    expect(panel()).toContain('has not judged anything yet');
  });
});

it('sources and services are each a word and an age, and an unknown age is a dash', () => {
  const source = { name: 'perp_klines', status: 'healthy', cadenceSeconds: 60, lastError: null };
  const items = [
    { ...source, freshnessSeconds: 14 },
    { ...source, name: 'gex', status: 'quarantined', freshnessSeconds: null, lastError: 'HTTP 503' },
  ];
  const panel = createElement(SourcesPanel);
  const reads = [known('/source-health', { items } as never)];
  expect(textOf(panel, { reads })).toMatch(/Perp bars 14 s of 1 min healthy GEX – of 1 min quarantined/);
  expect(markupOf(panel, { reads })).toContain('HTTP 503');
});

it('degraded sources and services say by what instead of their version', () => {
  const items = [
    { service: 'data', state: 'up', version: '0.1.0', release: 'v2', degraded: [] },
    { service: 'risk', state: 'degraded', version: '0.1.0', release: 'v2', degraded: ['nats'] },
    { service: 'executor', state: 'down', version: null, release: null, degraded: [] },
  ];
  const said = textOf(createElement(ServicesPanel), {
    reads: [known('/bff/services', { items } as never)],
  });
  expect(said).toMatch(/Data 0\.1\.0, v2 up Risk nats degraded Executor – down/);
});

describe('recent events', () => {
  const panel = (...items: object[]) =>
    textOf(createElement(RecentEvents), {
      reads: [known('/bff/events', { items } as never, { query: { page_size: 15 } }), bots(aBot())],
    });

  it('recent events name their bot and carry the reasons of a failure, lists included', () => {
    const said = panel({
      id: '1',
      source: 'bot',
      type: 'BOT_WARMUP_INCOMPLETE',
      breaker: null,
      reason: null,
      botId: 'b1',
      actor: 'operator:ada',
      createdAt: SINCE,
      metadata: { reasons: ['perp_klines: 160 of 370 rows'] },
    });
    expect(said).toMatch(/Bot warmup incomplete BTC trend perp_klines: 160 of 370 rows ada/);
  });

  it('the overview of a platform where nothing happened says that there are no events', () => {
    expect(panel()).toContain('Nothing has happened yet');
  });
});

it('the overview has one drawdown: that of the last point of the curve below', () => {
  const equity = [0.5, 0.28].map((drawdownPct, i) => ({ ts: i * 60_000, equityUsd: '10000', drawdownPct }));
  const said = textOf(createElement(Overview), {
    reads: [
      risk(),
      bots(aBot()),
      known('/performance', { equity } as never, { query: { resolution: '1m' } }),
      known('/portfolio', {
        equityUsd: '10000',
        pnlTodayUsd: '1',
        pnl7dUsd: '1',
        pnlAllUsd: '1',
        drawdownPct: 99,
        grossExposureUsd: '0',
        unprotectedPositions: 0,
        positions: [],
        accounts: [{ network: 'testnet', walletUsd: '99992.85', stale: true }],
      } as never),
    ],
  });
  expect(said).toMatch(/Drawdown 0\.28 %/);
  expect(said).not.toContain('99.00 %');
  expect(said).toMatch(/allocated to bots/);
  expect(said).toMatch(/Wallet of testnet, USD 99,992\.85 not read lately/);
});
