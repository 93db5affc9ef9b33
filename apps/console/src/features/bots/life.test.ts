import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, knownPages, markupOf, textOf } from '../rendered.fixture';
import { type AnyBot, aBot } from './bot.fixture';
import { BotAudit } from './bot-audit';
import { BotParity } from './bot-parity';
import { BotRuns } from './bot-runs';
import { BulkActions } from './bulk-actions';
import { Fills } from './fills';

const AT = '2026-11-17T08:00:00.000Z';
const bot = { params: { id: 'b1' } };

describe('several bots at once', () => {
  const bar = (bots: readonly AnyBot[], role: 'operator' | 'viewer' = 'operator') =>
    createElement(BulkActions, { bots, clear: () => undefined }) && {
      text: textOf(createElement(BulkActions, { bots, clear: () => undefined }), { role }),
      markup: markupOf(createElement(BulkActions, { bots, clear: () => undefined }), { role }),
    };

  it('bulk actions count for each action those that it would touch', () => {
    const paused = aBot({ botId: 'b2', desiredState: 'paused', status: 'paused' });
    const { text } = bar([aBot(), paused]);
    expect(text).toContain('2 bots chosen');
    expect(text).toContain('Pause 1…');
    expect(text).toContain('Resume 1…');
    expect(text).toContain('Stop 2…');
  });

  it('bulk actions refuse one that would touch nothing, and every one to a viewer', () => {
    expect(bar([aBot()]).markup).toMatch(/aria-disabled="true"[^>]*>Resume 0…/);
    expect(bar([aBot()], 'viewer').markup.match(/aria-disabled="true"/g)).toHaveLength(3);
  });

  it('bulk actions take no room while none is chosen', () => {
    expect(bar([]).text).toBe('');
  });
});

describe('the audit of a bot', () => {
  const entry = (over: object = {}) => ({
    id: 'e1',
    action: 'update',
    actor: 'operator:ada',
    created_at: AT,
    trace_id: 'trace-0123456789ab',
    before: { leverage: 1 },
    after: { leverage: 3 },
    ...over,
  });
  const audit = (...items: object[]) =>
    textOf(createElement(BotAudit, { botId: 'b1' }), { reads: [knownPages('/bots/{id}/audit', items, bot)] });

  it('the audit of a bot says who changed what from what to what', () => {
    expect(audit(entry())).toMatch(/Update by ada .* 0123456789ab leverage: 1 → 3/);
  });

  it('an audited action that changes no setting has no list of changes', () => {
    expect(audit(entry({ action: 'start', before: null, after: null }))).not.toContain('→');
    expect(audit()).toContain('No changes yet');
  });
});

describe('fills', () => {
  const fill = (over: object = {}) => ({
    id: 'f1',
    tradeTime: 1_000,
    leg: 'exit',
    side: 'sell',
    qty: '1.0',
    price: '101',
    fee: '0.04',
    feeAsset: 'USDT',
    realisedPnlUsd: '0.03',
    isMaker: false,
    ...over,
  });

  it('fills are in a table, newest first, and an empty one says so', () => {
    const reads = (...items: object[]) => [
      known('/bots/{id}/fills', { items } as never, { ...bot, query: { page_size: 500 } }),
    ];
    expect(textOf(createElement(Fills, { botId: 'b1' }), { reads: reads() })).toContain('No fills yet');
    const markup = markupOf(createElement(Fills, { botId: 'b1' }), { reads: reads(fill()) });
    expect(markup).toMatch(/aria-sort="descending"[^>]*>.*Time, UTC/);
    expect(markup).toContain('Realised after fee, USD');
  });
});

describe('runs of a bot', () => {
  const runs = (...items: object[]) =>
    textOf(createElement(BotRuns, { botId: 'b1' }), {
      reads: [known('/bots/{id}/runs', { items } as never, bot)],
    });
  const run = {
    id: 'run-0123456789ab',
    kind: 'live',
    status: 'running',
    returnPct: -0.25,
    roundtripCount: 1_200,
    sharpe: null,
    maxDrawdownPct: 0.5,
    createdAt: AT,
  };

  it('runs of a bot show return, trips and drawdown, and an unknown ratio as a dash', () => {
    expect(runs(run)).toMatch(/0123456789ab live running −0\.25 % 1,200 – 0\.50 %/);
    expect(runs()).toContain('No run yet');
  });
});

describe('the parity of a bot', () => {
  const parity = {
    result: 'match',
    barCount: 42,
    auditedAt: AT,
    acknowledged: false,
    divergence: null,
  } as const;
  const page = (over: Partial<AnyBot>, items: object[] = []) =>
    textOf(createElement(BotParity, { bot: aBot(over) }), {
      reads: [known('/bots/{id}/runs', { items } as never, bot)],
    });

  it('the parity of a bot says how many bars were decided again', () => {
    expect(page({ parity })).toContain('42 bars decided again by the backtest’s engine');
    expect(page({})).toContain('audits itself soon after its first bar');
  });

  it('the parity of a bot lays no backtest over the bars of a script', () => {
    expect(page({ candleSource: 'scripted' })).toContain('This bot reads a script');
  });

  it('the parity of a bot takes no backtest for what was traded', () => {
    expect(page({}, [{ id: 'x', kind: 'backtest' }])).not.toContain('Run the backtest of this span');
  });
});
