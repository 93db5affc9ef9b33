import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, textOf } from '../rendered.fixture';
import { StatusStrip } from './status-strip';

const strip = createElement(StatusStrip);
const running = (botId: string) =>
  ({ botId, botName: botId, desiredState: 'running', status: 'live' }) as const;
const latch = (over: object = {}) => ({
  ...{ halted: false, since: '2026-11-17T00:00:00.000Z', actor: null, reason: null },
  ...over,
});
const risk = (over: object = {}, pauses: object[] = []) =>
  known('/bff/risk', { latch: latch(over), pauses } as never);
const bots = known('/bff/bots', { items: [running('a'), running('b')] });
const portfolio = (over: object = {}) =>
  known('/portfolio', {
    ...{ asOf: new Date().toISOString(), equityUsd: '39998.5', pnlTodayUsd: '-1.5', unprotectedPositions: 0 },
    ...over,
  });

describe('the strip', () => {
  it('says that it is still reading before the first answer, never ACTIVE', () => {
    const said = textOf(strip);
    expect(said).toContain('Reading latch');
    expect(said).not.toContain('ACTIVE');
  });

  it('is ACTIVE while nothing keeps bots from entering', () => {
    expect(textOf(strip, { reads: [risk(), bots, portfolio()] })).toContain('ACTIVE');
  });

  it('is PAUSED BY RISK with how many of how many, and then not ACTIVE', () => {
    const pauses = [{ botId: 'a', reason: 'drawdown', since: '2026-11-17T00:00:00.000Z' }];
    const said = textOf(strip, { reads: [risk({}, pauses), bots, portfolio()] });
    expect(said).toMatch(/PAUSED BY RISK 1 of 2/);
    expect(said).not.toContain('ACTIVE');
  });

  it('is HALTED in a colour of its own, by whom and why', () => {
    const halt = risk({ halted: true, actor: 'operator:ada', reason: 'fees under review' });
    const markup = markupOf(strip, { reads: [halt, bots, portfolio()] });
    expect(markup).toContain('bg-halted');
    expect(markup).toContain('fees under review');
    expect(textOf(strip, { reads: [halt, bots, portfolio()] })).toMatch(/HALTED .* by ada/);
  });

  it('shows equity, the day with its sign, and what is unprotected', () => {
    const said = textOf(strip, { reads: [risk(), bots, portfolio()] });
    expect(said).toMatch(/Equity 39,998\.50/);
    expect(said).toMatch(/Today −1\.50 loss/);
    expect(said).toMatch(/Unprotected 0/);
  });

  it('is loud about a position without a stop', () => {
    const quiet = markupOf(strip, { reads: [risk(), bots, portfolio()] });
    const loud = markupOf(strip, { reads: [risk(), bots, portfolio({ unprotectedPositions: 2 })] });
    const unprotected = (markup: string) => /<a[^>]*href="\/risk#positions"[^>]*>/.exec(markup)![0];
    expect(unprotected(quiet)).not.toContain('text-warn');
    expect(unprotected(loud)).toContain('text-warn');
  });

  it('knows nothing as a dash, never as zero', () => {
    const said = textOf(strip, { reads: [risk(), bots] });
    expect(said).toMatch(/Equity –/);
    expect(said).toMatch(/Unprotected –/);
    expect(said).toMatch(/Alerts –/);
  });
});
