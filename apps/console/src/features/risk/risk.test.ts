import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aBot, aPosition } from '../bots/bot.fixture';
import { known, markupOf, refusedButtons, textOf } from '../rendered.fixture';
import { Drills } from './drills';
import { Execution } from './execution';
import { LatchPanel } from './latch-panel';
import { Limits } from './limits';
import { Pauses } from './pauses';
import { Positions } from './positions';
import { RiskActions } from './risk-actions';
import { scopeName } from './scope-name';

const SINCE = '2026-11-17T08:00:00.000Z';
const latch = (over: object = {}) =>
  ({ halted: false, since: SINCE, actor: null, reason: null, scope: null, traceId: null, ...over }) as never;

describe('the panel of the latch', () => {
  const panel = (state: object, over: object = {}) =>
    textOf(createElement(LatchPanel, { latch: latch(over), state: state as never }));

  it('the panel of the latch has a headline and a sentence for each of the four states', () => {
    expect(panel({ kind: 'active' })).toMatch(/ACTIVE .*are placed/);
    expect(panel({ kind: 'paused', paused: 3, running: 4 })).toMatch(
      /PAUSED BY RISK 3 of 4 .*until somebody resumes/,
    );
    expect(panel({ kind: 'halted' }, { halted: true })).toMatch(/HALTED No new orders/);
    expect(panel({ kind: 'unknown' })).toMatch(/LATCH UNKNOWN .*treat it as halted/);
  });

  it('the panel of the latch says who moved it, why, what it covers and under which trace', () => {
    const moved = {
      halted: true,
      actor: 'operator:ada',
      reason: 'a strange fill',
      scope: 'all',
      traceId: 't-1',
    };
    const said = panel({ kind: 'halted' }, moved);
    expect(said).toContain('Latch engaged since');
    expect(said).toContain('by ada');
    expect(said).toContain('“a strange fill”');
    expect(said).toContain('scope all');
    expect(said).toContain('trace t-1');
  });
});

it('a scope is said as people say it', () => {
  const bots = [{ botId: 'abc-123456', botName: 'BTC trend' }];
  expect(scopeName('bot:abc-123456', bots)).toBe('BTC trend');
  expect(scopeName('bot:gone-654321', bots)).toBe('bot 654321');
  expect(scopeName('symbol:BTCUSDT', bots)).toBe('BTCUSDT');
  expect(scopeName('cluster:majors', bots)).toBe('majors');
  expect(scopeName('wallet:testnet', bots)).toBe('wallet of testnet');
  expect(scopeName('portfolio:day', bots)).toBe('loss of the day');
});

describe('bots that risk paused', () => {
  const pause = { botId: 'b1', reason: 'fell 12 %', breaker: 'drawdown', since: SINCE } as never;

  it('bots paused by risk are listed by name with the breaker and its reason', () => {
    const said = textOf(createElement(Pauses, { pauses: [pause], bots: [aBot()] }));
    expect(said).toContain('BTC trend');
    expect(said).toContain('drawdown: fell 12 %');
  });

  it('bots paused by risk are named by their id once deleted, and nothing is shown without a pause', () => {
    expect(textOf(createElement(Pauses, { pauses: [pause], bots: [] }))).toContain('b1');
    expect(textOf(createElement(Pauses, { pauses: [], bots: [] }))).toBe('');
  });
});

describe('positions on the risk page', () => {
  const held = (...positions: ReturnType<typeof aPosition>[]) =>
    ({ positions, unprotectedPositions: positions.filter((each) => !each.protected).length }) as never;
  const table = (...positions: ReturnType<typeof aPosition>[]) =>
    textOf(createElement(Positions, { held: held(...positions), bots: [aBot()] }));

  it('positions on the risk page show notional, stop and liquidation with how far they are', () => {
    const said = table(aPosition());
    expect(said).toContain('every position has a stop');
    expect(said).toContain('208.00');
    expect(said).toMatch(/95\.000 8\.\d %/);
    expect(said).toMatch(/60\.000 42\.\d %/);
  });

  it('positions on the risk page count those without a stop, and say it in the row', () => {
    const said = table(aPosition(), aPosition({ symbol: 'ETHUSDT', protected: false, stopPrice: null }));
    expect(said).toContain('1 position without a stop');
    expect(said).toContain('no stop');
  });

  it('positions on the risk page are closed by their bot, and unowned ones by their symbol', () => {
    const markup = markupOf(
      createElement(Positions, {
        held: held(aPosition(), aPosition({ symbol: 'ETHUSDT', botId: null })),
        bots: [aBot()],
      }),
    );
    expect(markup).toContain(`scope=${encodeURIComponent('bot:b1')}`);
    expect(markup).toContain(`scope=${encodeURIComponent('symbol:ETHUSDT')}`);
    expect(markup).toContain('Close BTCUSDT of BTC trend');
    expect(markup).toContain('Close ETHUSDT of no bot');
  });

  it('the risk page says that there are no positions', () => {
    expect(table()).toContain('Nothing is held');
  });
});

describe('the acts of an operator', () => {
  const refused = (state: object, over: { positions?: object[]; bots?: object[]; role?: 'viewer' } = {}) => {
    const { positions = [], bots = [aBot()], role = 'operator' } = over;
    const element = createElement(RiskActions, {
      state: state as never,
      positions: positions as never,
      bots: bots as never,
    });
    return refusedButtons(element, { role });
  };

  it('resume what a breaker paused although the latch is clear, and nothing while all is active', () => {
    expect(refused({ kind: 'paused', paused: 1, running: 4 })).not.toContain('Resume…');
    expect(refused({ kind: 'halted' })).not.toContain('Resume…');
    expect(refused({ kind: 'active' })).toContain('Resume…');
  });

  it('the risk page’s actions close only where something is held, and pause only where something runs', () => {
    expect(refused({ kind: 'active' })).toContain('Close…');
    expect(refused({ kind: 'active' }, { positions: [aPosition()] })).not.toContain('Close…');
    const stopped = aBot({ desiredState: 'stopped' });
    expect(refused({ kind: 'active' }, { bots: [stopped] })).toContain('Pause a bot…');
  });

  it('the risk page always allows an operator to flatten, and a viewer nothing', () => {
    for (const kind of ['active', 'halted', 'unknown']) expect(refused({ kind })).not.toContain('Flatten…');
    expect(refused({ kind: 'halted' }, { positions: [aPosition()], role: 'viewer' })).toHaveLength(6);
  });
});

describe('limits in force', () => {
  const limits = [
    { name: 'entry_order_usd', value: '500', description: 'Largest order', updatedBy: 'operator:ada' },
    { name: 'vpin_pause_above', value: '0.7', description: 'Toxicity', updatedBy: 'default' },
  ] as never;

  it('limits in force stand with value, meaning and who set them', () => {
    const said = textOf(createElement(Limits, { limits }));
    expect(said).toContain('Show all 2');
    expect(said).toMatch(/Entry order USD Largest order 500 ada/i);
  });

  it('limits in force are folded away unless the address names one', () => {
    expect(markupOf(createElement(Limits, { limits }))).not.toContain('<details open');
    expect(markupOf(createElement(Limits, { limits }), { search: 'limit=vpin_pause_above' })).toContain(
      '<details open',
    );
  });
});

describe('fire drills', () => {
  const drills = (over: object = {}) =>
    createElement(Drills, { risk: { latch: { halted: false }, drills: [], ...over } as never });

  it('fire drills show of each breaker when it was last drilled, or that it never was', () => {
    expect(textOf(drills()).match(/never drilled/g)).toHaveLength(5);
    const said = textOf(drills({ drills: [{ breaker: 'macro', at: SINCE, traceId: 'trace-0123456789ab' }] }));
    expect(said.match(/never drilled/g)).toHaveLength(4);
    expect(said).toContain('0123456789ab');
  });

  it('fire drills are refused while halted: they would show nothing', () => {
    expect(markupOf(drills())).not.toContain('aria-disabled="true"');
    expect(markupOf(drills({ latch: { halted: true } }))).toContain('aria-disabled="true"');
  });
});

describe('books and exchange', () => {
  const execution = (over: object) =>
    textOf(createElement(Execution), {
      reads: [known('/bff/execution', { networks: [], unresolvedOrders: [], ...over } as never)],
    });

  it('books and exchange that were never compared are not said to be in step', () => {
    expect(execution({})).toContain('has not reconciled yet');
    expect(execution({})).not.toContain('in step');
    expect(execution({})).toContain('Every order is accounted for');
  });

  it('books and exchange show anomalies, quarantine and orders of open fate', () => {
    const network = { network: 'testnet', lastReconcileAt: SINCE, anomalies: 2, fixed: 1 };
    expect(execution({ networks: [{ ...network, quarantined: false }] })).toMatch(
      /2 anomalies, 1 fixed in step/,
    );
    expect(
      execution({ networks: [{ ...network, anomalies: null, fixed: null, quarantined: true }] }),
    ).toMatch(/– anomalies, – fixed quarantined/);
    const order = {
      orderId: '0123456789abcdef',
      symbol: 'BTCUSDT',
      leg: 'exit',
      status: 'unknown',
      qty: '1.50',
    };
    const said = execution({ unresolvedOrders: [{ ...order, createdAt: SINCE }] });
    expect(said).toContain('unknown 1.5');
    expect(said).not.toContain('accounted for');
  });
});
