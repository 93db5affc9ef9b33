import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, refusedButtons, textOf } from '../rendered.fixture';
import { type AnyBot, aBot, aPosition } from './bot.fixture';
import { BotState, EntryBlocks } from './bot-state';
import { Bots } from './bots';
import { Parity } from './columns';
import { LastDay } from './last-day';
import { LifecycleButtons } from './lifecycle-buttons';
import { ParityNotice } from './parity-notice';
import { Quarantine } from './quarantine';

const list = (...items: AnyBot[]) => known('/bff/bots', { items } as never);
const titles = known('/strategies', { items: [{ name: 'supertrend', title: 'Supertrend' }] } as never);
const latch = (halted: boolean) => known('/bff/risk', { latch: { halted }, pauses: [] } as never);

describe('the list of bots', () => {
  const shown = (bot: AnyBot, halted = false) =>
    textOf(createElement(Bots), { reads: [list(bot), titles, latch(halted)] });

  it('the list of bots says that there are no bots yet', () => {
    expect(textOf(createElement(Bots), { reads: [list(), titles, latch(false)] })).toContain('No bots yet');
  });

  it('the list of bots names the strategy by its title, not by the word of the wire', () => {
    expect(shown(aBot())).toContain('Supertrend');
    expect(shown(aBot())).not.toContain('supertrend');
  });

  it('the list of bots says why a live bot opens nothing, also when everything is halted', () => {
    expect(shown(aBot())).not.toContain('no entries');
    expect(shown(aBot(), true)).toContain('no entries: halted');
    const paused = aBot({ pausedByRisk: { reason: 'drawdown', since: '2026-11-17T00:00:00.000Z' } });
    expect(shown(paused)).toContain('no entries: paused by risk');
  });

  it('the list of bots shouts about a position without a stop, and is quiet about one with it', () => {
    expect(shown(aBot({ position: aPosition() }))).toMatch(/long 2/);
    expect(shown(aBot({ position: aPosition() }))).not.toContain('no stop');
    expect(shown(aBot({ position: aPosition({ protected: false }) }))).toContain('no stop long 2');
  });

  it('the list of bots distinguishes scripted bars from those of a market, and production from practice', () => {
    expect(shown(aBot({ candleSource: 'scripted' }))).toContain('scripted');
    const production = markupOf(createElement(Bots), {
      reads: [list(aBot({ network: 'prod' })), titles, latch(false)],
    });
    expect(production).toMatch(/text-warn[^>]*>[^<]*(<[^>]*>)*prod/);
  });

  it('the list of bots signs what was made and knows nothing as a dash', () => {
    expect(shown(aBot({ pnlTodayUsd: '12.5' }))).toContain('+12.50');
    expect(shown(aBot({ pnlTodayUsd: '-12.5' }))).toContain('−12.50');
    expect(shown(aBot({ pnlTodayUsd: null, pnlAllUsd: null, drawdownPct: null }))).not.toContain('0.00');
  });

  it('the list of bots finds by name, strategy and symbol, and filters by status as the address says', () => {
    const both = [
      list(aBot(), aBot({ botId: 'b2', botName: 'ETH swing', symbol: 'ETHUSDT', status: 'paused' })),
    ];
    const find = (search: string) =>
      textOf(createElement(Bots), { reads: [...both, titles, latch(false)], search });
    expect(find('find=eth')).toContain('ETH swing');
    expect(find('find=eth')).not.toContain('BTC trend');
    expect(find('status=paused')).not.toContain('BTC trend');
    expect(find('status=live')).toContain('BTC trend');
  });

  it('the list of bots leads from the row to a deploy that is under way, waits for somebody or failed', () => {
    const deploy = { status: 'shadowing', targetImageTag: 'v2', waitsForAcceptance: false } as const;
    const markup = markupOf(createElement(Bots), {
      reads: [list(aBot({ deploy })), titles, latch(false)],
    });
    expect(markup).toMatch(/href="\/bots\/b1\?tab=release"[^>]*>(<[^>]*>)*deploying v2/);
    expect(shown(aBot({ deploy: { ...deploy, waitsForAcceptance: true } }))).toContain(
      'v2 waits to be accepted',
    );
    expect(shown(aBot({ deploy: { ...deploy, status: 'failed' } }))).toContain('deploy of v2 failed');
    expect(shown(aBot())).not.toContain('deploy');
  });

  it('the list of bots has the last error in the row, by what happened', () => {
    const failed = aBot({
      lastError: {
        eventType: 'BOT_WARMUP_INCOMPLETE',
        message: '160 of 370 rows',
        at: '2026-11-17T00:00:00.000Z',
      },
    });
    const markup = markupOf(createElement(Bots), { reads: [list(failed), titles, latch(false)] });
    expect(markup).toContain('160 of 370 rows');
  });
});

describe('parity of a bot', () => {
  const audited = {
    barCount: 890,
    auditedAt: '2026-11-17T10:00:00.000Z',
    acknowledged: false,
    divergence: null,
  };
  const badge = (parity: AnyBot['parity']) => textOf(createElement(Parity, { bot: aBot({ parity }) }));

  it('parity is a number of bars, or that there was no audit', () => {
    expect(badge(null)).toBe('not audited yet');
    expect(badge({ ...audited, result: 'match' })).toBe('match, 890 bars');
    expect(badge({ ...audited, barCount: 1, result: 'match' })).toBe('match, 1 bar');
    expect(badge({ ...audited, result: 'divergence' })).toBe('divergence within 890 bars');
  });

  const notice = (parity: AnyBot['parity']) => textOf(createElement(ParityNotice, { bot: aBot({ parity }) }));
  const divergence = {
    barOpenTime: 60_000,
    kind: 'bar_differs',
    field: 'open',
    bot: 'long',
    engine: null,
  };

  it('a parity mismatch names the bar, the field and both decisions, and the way back', () => {
    const said = notice({ ...audited, result: 'divergence', divergence });
    expect(said).toContain('no new entries until it is acknowledged');
    expect(said).toContain(
      'bar differs in open on the bar of 1970-01-01 00:01:00 UTC: bot long, backtest no signal',
    );
    expect(said).toContain('Acknowledge…');
  });

  it('parity that matches or was acknowledged says nothing', () => {
    expect(notice({ ...audited, result: 'match' })).toBe('');
    expect(notice({ ...audited, result: 'divergence', acknowledged: true, divergence })).toBe('');
    expect(notice(null)).toBe('');
  });

  it('a parity mismatch with the same decision on both sides does not claim that they differ', () => {
    const same = { ...divergence, bot: 'long', engine: 'long' };
    expect(notice({ ...audited, result: 'divergence', divergence: same })).not.toContain('backtest');
  });
});

it('a quarantined bot shows the last error and the way back, others nothing', () => {
  const bot = aBot({
    quarantinedAt: '2026-11-17T00:00:00.000Z',
    lastError: {
      eventType: 'BOT_LEASE_TIMEOUT',
      message: 'held by ETH swing',
      at: '2026-11-17T00:00:00.000Z',
    },
  });
  const said = textOf(createElement(Quarantine, { bot }));
  expect(said).toContain('held by ETH swing');
  expect(said).toContain('Clear quarantine…');
  expect(textOf(createElement(Quarantine, { bot: aBot() }))).toBe('');
});

describe('the state of a bot', () => {
  const blocks = [
    { label: 'halted', sentence: 'The halt latch is engaged.' },
    { label: 'degraded', sentence: 'Its warm-up data is incomplete.' },
  ];

  it('the state of a bot carries every cause in the table and each in full on its page', () => {
    expect(textOf(createElement(BotState, { bot: aBot(), blocks }))).toContain(
      'no entries: halted, degraded',
    );
    const page = textOf(createElement(EntryBlocks, { blocks }));
    for (const { sentence } of blocks) expect(page).toContain(sentence);
    expect(textOf(createElement(EntryBlocks, { blocks: [] }))).toBe('');
  });

  it('the state of a bot does not say twice what the status says already', () => {
    const said = textOf(createElement(BotState, { bot: aBot({ status: 'degraded' }), blocks: [blocks[1]!] }));
    expect(said).not.toContain('no entries');
  });
});

describe('what can be done to a bot', () => {
  const disabled = (bot: AnyBot, role: 'operator' | 'viewer' = 'operator', isDeleted = false) => {
    return refusedButtons(createElement(LifecycleButtons, { bot, isDeleted }), { reads: [list(bot)], role });
  };

  it('depends on what it does now', () => {
    expect(disabled(aBot())).toEqual(['Start', 'Resume', 'Close position…', 'Delete']);
    expect(disabled(aBot({ position: aPosition() }))).not.toContain('Close position…');
    const stopped = aBot({ desiredState: 'stopped', status: 'stopped' });
    expect(disabled(stopped)).toEqual(['Pause', 'Resume', 'Stop', 'Close position…']);
    const paused = aBot({ desiredState: 'paused', status: 'paused' });
    expect(disabled(paused)).toEqual(['Start', 'Pause', 'Close position…', 'Delete']);
  });

  it('nothing can be done to a bot by a viewer or after its deletion, yet all of it stays in view', () => {
    const every = ['Start', 'Pause', 'Resume', 'Stop', 'Close position…', 'Edit', 'Clone', 'Delete'];
    expect(disabled(aBot({ position: aPosition() }), 'viewer')).toEqual(every);
    expect(disabled(aBot(), 'operator', true)).toEqual(every.filter((name) => name !== 'Clone'));
  });
});

describe('the line of the last day', () => {
  const simulated = { runId: 'r', fromTs: 0, toTs: 86_400_000, returnPct: 5, sparkline: [1, 2, 3] };
  const line = (over: Partial<AnyBot>) => markupOf(createElement(LastDay, { bot: aBot(over) }));

  it('the line of the last day is of what was traded once there are two points, and never of both', () => {
    expect(line({ sparkline: [1, 2], simulated })).toContain('over the last day');
    expect(line({ sparkline: [1, 2], simulated })).not.toContain('Simulated');
  });

  it('the line of simulated days is in a quiet colour, named as such, before anything was traded', () => {
    expect(line({ simulated })).toContain('Simulated, not traded: 1970-01-01 to 1970-01-02');
    expect(line({ simulated })).toContain('var(--faint)');
    expect(line({})).not.toContain('<svg');
  });
});
