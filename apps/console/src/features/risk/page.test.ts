import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aBot } from '../bots/bot.fixture';
import {
  type Known,
  known,
  knownPages,
  markupOf,
  refused,
  refusedButtons,
  textOf,
} from '../rendered.fixture';
import { AllBreakers, ScopesToggle } from './all-breakers';
import { BreakerGauge, type BreakerState, BreakerStatus } from './breaker-gauge';
import { BreakerHistory } from './breaker-history';
import { Risk } from './risk';
import { Timeline } from './timeline';

const SINCE = '2026-11-17T08:00:00.000Z';
const breaker = (over: object = {}) =>
  ({
    breaker: 'drawdown',
    scope: 'bot:b1',
    status: 'ok',
    value: 0.02,
    threshold: 0.1,
    highestToday: 0.04,
    reason: 'drawdown_of_the_bot',
    outcome: 'PauseBots',
    since: SINCE,
    ...over,
  }) as BreakerState;

describe('a breaker', () => {
  const gauge = (over: object = {}) =>
    createElement(BreakerGauge, { state: breaker(over), scope: 'BTC trend' });

  it('a breaker shows value, limit and the highest of the day in its own unit', () => {
    const markup = markupOf(gauge());
    expect(textOf(gauge())).toMatch(/Drawdown BTC trend ok .*2\.00 %.*limit 10\.00 %/);
    expect(markup).toContain('Highest today, UTC: 4.00 %');
    expect(textOf(gauge())).toContain('drawdown of the bot');
  });

  it('a breaker says since when and why once it is not ok', () => {
    expect(textOf(gauge({ status: 'tripped' }))).toMatch(
      /tripped · pauses bots.*Since .*drawdown of the bot/,
    );
    expect(textOf(gauge({ status: 'degraded', reason: null }))).toContain('no data');
  });

  it('a breaker without a value or limit shows a dash and no bar', () => {
    expect(textOf(gauge({ value: null, threshold: null, highestToday: null }))).toMatch(/– limit –/);
  });

  it('a breaker names what it does when it trips', () => {
    const status = (outcome: string) =>
      textOf(createElement(BreakerStatus, { status: 'tripped', outcome: outcome as never }));
    expect(status('PauseBots')).toContain('pauses bots');
    expect(status('Flatten')).toContain('flattens');
  });
});

describe('all breakers', () => {
  const states = [
    breaker({ scope: 'bot:b1', value: 0.01 }),
    breaker({ scope: 'bot:b2', value: 0.09 }),
    breaker({ breaker: 'macro', scope: 'portfolio', status: 'tripped', value: null, threshold: null }),
  ];
  const bots = [aBot(), aBot({ botId: 'b2', botName: 'ETH swing' })];
  const all = (search = '', given = states) =>
    textOf(createElement(AllBreakers, { states: given, bots }), { search });

  it('the list of breakers has the scope nearest to its limit of each, the tripped first', () => {
    const said = all();
    expect(said).toContain('ETH swing');
    expect(said).not.toContain('BTC trend');
    expect(said.indexOf('Macro')).toBeLessThan(said.indexOf('Drawdown'));
  });

  it('the list of breakers has every scope when asked, and the toggle says the other way', () => {
    expect(all('scopes=all')).toContain('BTC trend');
    expect(textOf(createElement(ScopesToggle))).toBe('Show every scope');
    expect(textOf(createElement(ScopesToggle), { search: 'scopes=all' })).toBe('Show only the nearest');
  });

  it('breakers say that nothing was judged yet rather than that all is well', () => {
    expect(all('', [])).toContain('has not judged anything yet');
  });

  it('breakers show the history of the one in the address, and of none that does not exist', () => {
    expect(all('breaker=drawdown')).toContain('Drawdown: history');
    expect(all('breaker=nonsense')).not.toContain('history');
  });

  it('the list of breakers has a history that says when it is empty', () => {
    const query = { source: 'risk', breaker: 'macro', page_size: 30 };
    const reads = [known('/bff/events', { items: [] } as never, { query })];
    expect(textOf(createElement(BreakerHistory, { breaker: 'macro' }), { reads })).toContain(
      'It has never changed its state',
    );
  });
});

describe('the timeline', () => {
  const act = (over: object = {}) => ({
    id: 'a1',
    createdAt: SINCE,
    action: 'halt',
    scope: 'bot:b1',
    actor: 'operator:ada',
    reason: 'an exercise',
    traceId: 'trace-0123456789ab',
    ...over,
  });
  const timeline = (...items: object[]) =>
    textOf(createElement(Timeline, { bots: [aBot()] }), {
      reads: [knownPages('/bff/risk/audit', items)],
    });

  it('the timeline says what was done to what by whom and why, and leads to its trace', () => {
    expect(timeline(act())).toMatch(/Halt BTC trend by ada “an exercise” 0123456789ab/);
    expect(timeline(act({ actor: 'breaker:vpin' }))).toContain('by the VPIN breaker');
  });

  it('the timeline says that nothing was done only after the audit was read', () => {
    expect(timeline()).toContain('No risk actions yet');
    const away = [refused('/bff/risk/audit', { message: 'The database is away' }, { isPaged: true })];
    const said = textOf(createElement(Timeline, { bots: [] }), { reads: away });
    expect(said).toContain('The database is away');
    expect(said).not.toContain('No risk actions yet');
  });
});

describe('the risk page', () => {
  const latch = { halted: false, since: SINCE, actor: null, reason: null, scope: null, traceId: null };
  const reads = (pauses: object[] = []) => [
    known('/bff/risk', { latch, pauses, breakers: [breaker()], limits: [], drills: [] } as never),
    known('/bff/bots', { items: [aBot()] } as never),
    known('/portfolio', {
      positions: [],
      unprotectedPositions: 0,
      accounts: [],
      exposureBySymbol: [],
      exposureByCluster: [],
    } as never),
  ];

  it('the risk page has the latch, what is held, the breakers, the books and what was done, in one page', () => {
    const said = textOf(createElement(Risk), { reads: reads() });
    for (const part of ['ACTIVE', 'Nothing is held', 'Drawdown', 'Reconcile', 'Timeline', 'Fire drills']) {
      expect(said).toContain(part);
    }
  });

  it('the risk page does not know the latch once the last reading is old, and may be halted all the same', () => {
    const [risk, ...others] = reads();
    const old = { reads: [{ ...risk!, readAtMs: Date.now() - 30_000 }, ...others] };
    const said = textOf(createElement(Risk), old);
    expect(said).toMatch(/LATCH UNKNOWN .*When it was last read: latch clear/);
    expect(said).not.toContain('ACTIVE');
    expect(refusedButtons(createElement(Risk), old)).not.toContain('Halt, keep positions…');
  });

  it('the risk page refuses nothing an emergency needs while holdings and bots cannot be read', () => {
    const [risk, bots, portfolio] = reads() as [Known, Known, Known];
    const refusedWith = (...given: Known[]) => refusedButtons(createElement(Risk), { reads: given });
    expect(refusedWith(risk, bots, portfolio)).toContain('Close…');
    expect(refusedWith(risk, bots, refused('/portfolio', {}))).not.toContain('Close…');
    expect(refusedWith(risk, bots, { ...portfolio, readAtMs: Date.now() - 30_000 })).not.toContain('Close…');
    expect(refusedWith(risk, refused('/bff/bots', {}), portfolio)).not.toContain('Pause a bot…');
  });

  it('the risk page never says ACTIVE while every bot is paused', () => {
    const paused = reads([{ botId: 'b1', breaker: 'macro', reason: 'an event', since: SINCE }]);
    const said = textOf(createElement(Risk), { reads: paused });
    expect(said).toContain('PAUSED BY RISK 1 of 1');
    expect(said).not.toContain('ACTIVE');
  });
});
