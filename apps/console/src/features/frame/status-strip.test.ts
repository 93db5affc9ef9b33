import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, refused, textOf } from '../rendered.fixture';
import { StatusStrip } from './status-strip';

const strip = createElement(StatusStrip);
const running = (botId: string) =>
  ({ botId, botName: botId, desiredState: 'running', status: 'live' }) as const;
const latch = (over: object = {}) => ({
  halted: false,
  since: '2026-11-17T00:00:00.000Z',
  actor: null,
  reason: null,
  ...over,
});
const risk = (over: object = {}, pauses: object[] = []) =>
  known('/bff/risk', { latch: latch(over), pauses } as never);
const bots = known('/bff/bots', { items: [running('a'), running('b')] });
const portfolio = (over: object = {}) =>
  known('/portfolio', {
    asOf: new Date().toISOString(),
    equityUsd: '39998.5',
    pnlTodayUsd: '-1.5',
    unprotectedPositions: 0,
    ...over,
  });

describe('the strip', () => {
  it('the strip says that it is still reading before the first answer, never ACTIVE', () => {
    const said = textOf(strip);
    expect(said).toContain('Reading latch');
    expect(said).not.toContain('ACTIVE');
  });

  it('the strip is ACTIVE while nothing keeps bots from entering', () => {
    expect(textOf(strip, { reads: [risk(), bots, portfolio()] })).toContain('ACTIVE');
  });

  it('the strip does not know the latch once the last reading is old, although no reading has failed', () => {
    const readSecondsAgo = (seconds: number) =>
      textOf(strip, { reads: [{ ...risk(), readAtMs: Date.now() - seconds * 1_000 }, bots, portfolio()] });
    expect(readSecondsAgo(12)).toContain('ACTIVE');
    expect(readSecondsAgo(30)).toMatch(/LATCH UNKNOWN treat as halted/);
    expect(readSecondsAgo(30)).not.toContain('ACTIVE');
  });

  it('the strip does not know the latch when the first reading failed', () => {
    expect(textOf(strip, { reads: [refused('/bff/risk', {})] })).toContain('LATCH UNKNOWN');
  });

  it('the strip is PAUSED BY RISK with how many of how many, and then not ACTIVE', () => {
    const pauses = [{ botId: 'a', reason: 'drawdown', since: '2026-11-17T00:00:00.000Z' }];
    const said = textOf(strip, { reads: [risk({}, pauses), bots, portfolio()] });
    expect(said).toMatch(/PAUSED BY RISK 1 of 2/);
    expect(said).not.toContain('ACTIVE');
  });

  it('the strip is HALTED in a colour of its own, by whom and why', () => {
    const halt = risk({ halted: true, actor: 'operator:ada', reason: 'fees under review' });
    const markup = markupOf(strip, { reads: [halt, bots, portfolio()] });
    expect(markup).toContain('bg-halted');
    expect(markup).toContain('fees under review');
    expect(textOf(strip, { reads: [halt, bots, portfolio()] })).toMatch(/HALTED .* by ada/);
  });

  it('the strip shows equity, the day with its sign, and what is unprotected', () => {
    const said = textOf(strip, { reads: [risk(), bots, portfolio()] });
    expect(said).toMatch(/Equity 39,998\.50/);
    expect(said).toMatch(/Today −1\.50 loss/);
    expect(said).toMatch(/Unprotected 0/);
  });

  it('the strip is loud about a position without a stop', () => {
    const quiet = markupOf(strip, { reads: [risk(), bots, portfolio()] });
    const loud = markupOf(strip, { reads: [risk(), bots, portfolio({ unprotectedPositions: 2 })] });
    const unprotected = (markup: string) => /<a[^>]*href="\/risk#positions"[^>]*>/.exec(markup)![0];
    expect(unprotected(quiet)).not.toContain('text-warn');
    expect(unprotected(loud)).toContain('text-warn');
  });

  it('the strip counts alerts, and is loud where no rule is judged', () => {
    const alerts = (isJudged: boolean) => [known('/bff/alerts/firing', { items: [], isJudged })];
    expect(textOf(strip, { reads: [risk(), bots, ...alerts(true)] })).toMatch(/Alerts 0/);
    expect(textOf(strip, { reads: [risk(), bots, ...alerts(false)] })).toMatch(/Alerts off/);
    const link = /<a[^>]*href="\/alerts"[^>]*>/.exec(
      markupOf(strip, { reads: [risk(), bots, ...alerts(false)] }),
    );
    expect(link![0]).toContain('text-warn');
  });

  it('the strip is loud where the alert manager is silent, and forgets what it answered before', () => {
    const firing = { name: 'BotDown' };
    const before = known('/bff/alerts/firing', { items: [firing, firing], isJudged: true } as never);
    const gone = refused('/bff/alerts/firing', { code: 'MANAGER_UPSTREAM_UNAVAILABLE' });
    for (const reads of [[gone], [{ ...before, error: gone.error! }]]) {
      expect(textOf(strip, { reads })).toMatch(/Alerts off/);
      const link = /<a[^>]*href="\/alerts"[^>]*>/.exec(markupOf(strip, { reads }));
      expect(link![0]).toContain('text-warn');
    }
  });

  it('the strip knows nothing as a dash, never as zero', () => {
    const said = textOf(strip, { reads: [risk(), bots] });
    expect(said).toMatch(/Equity –/);
    expect(said).toMatch(/Unprotected –/);
    expect(said).toMatch(/Alerts –/);
  });
});
