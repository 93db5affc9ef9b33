import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, textOf } from '../rendered.fixture';
import { BackfillPanel } from './backfill-panel';
import { CoveragePanel } from './coverage-panel';
import { SourcePanel } from './source-panel';

const DAY_MS = 86_400_000;

describe('backfills', () => {
  const job = (over: object = {}) => ({
    id: 'j1',
    source: 'klines',
    status: 'running',
    error: null,
    symbols: ['BTCUSDT'],
    progress: 0.42,
    fromTs: 0,
    toTs: DAY_MS,
    rowsWritten: 12_345,
    rowsPerSecond: 900,
    etaSeconds: 75,
    startedAt: '2026-11-17T08:00:00.000Z',
    ...over,
  });
  const panel = (...items: object[]) => [known('/data/backfill/jobs', { items } as never)];
  const said = (...items: object[]) => textOf(createElement(BackfillPanel), { reads: panel(...items) });

  it('backfills show how far they are, how fast and how long still', () => {
    expect(said(job())).toMatch(/running Bars BTCUSDT 1970-01-01 → 1970-01-02 42 % 12,345 900 1 min/);
  });

  it('backfills that failed carry their error in the row, for every hand and eye', () => {
    const failed = job({ status: 'failed', error: 'the exchange answered 429', etaSeconds: null });
    expect(said(failed)).toContain('the exchange answered 429');
    expect(said(failed)).not.toContain('Cancel…');
    expect(said(job())).toContain('Cancel…');
  });

  it('backfills name three symbols and count the rest, newest job first', () => {
    expect(said(job({ symbols: [] }))).toContain('all');
    expect(said(job({ symbols: ['A', 'B', 'C', 'D', 'E'] }))).toContain('A, B, C and 2 more');
    const both = said(job({ source: 'klines' }), job({ id: 'j2', source: 'funding' }));
    expect(both.indexOf('Funding')).toBeLessThan(both.indexOf('Bars'));
  });

  it('a page without any backfill says how to start one, and a viewer may not', () => {
    expect(said()).toContain('./platform data backfill klines trigger');
    const markup = markupOf(createElement(BackfillPanel), { reads: panel(job()), role: 'viewer' });
    expect(markup.match(/aria-disabled="true"/g)).toHaveLength(2);
  });
});

describe('sources', () => {
  const source = (over: object = {}) => ({
    name: 'perp_klines',
    status: 'healthy',
    cadenceSeconds: 60,
    freshnessSeconds: 90,
    lastSuccessAt: null,
    consecutiveFailures: 0,
    lastError: null,
    ...over,
  });
  const table = (...items: object[]) =>
    textOf(createElement(SourcePanel), { reads: [known('/source-health', { items } as never)] });

  it('sources say how old the newest row is in cadences', () => {
    expect(table(source())).toContain('1 min old, 1.5 cadences');
    expect(table(source({ freshnessSeconds: null, status: 'pending' }))).not.toContain('cadences');
  });

  it('sources are returned to rotation only from quarantine', () => {
    expect(table(source())).not.toContain('Return to rotation');
    expect(table(source({ status: 'quarantined', lastError: 'HTTP 503' }))).toMatch(
      /HTTP 503 Return to rotation…/,
    );
  });
});

describe('coverage', () => {
  const item = (over: object = {}) => ({
    source: 'klines',
    symbol: 'BTCUSDT',
    market: 'perp',
    timeframe: '1m',
    rowCount: 44_640,
    earliest: 0,
    latest: 31 * DAY_MS - 60_000,
    gapCount: 0,
    gaps: [],
    cadenceSeconds: 60,
    ...over,
  });
  const panel = (items: object[], search = '') =>
    textOf(createElement(CoveragePanel), { reads: [known('/data/inventory', { items } as never)], search });

  it('coverage is of the source and time frame that the address names', () => {
    const items = [
      item(),
      item({ symbol: 'ETHUSDT', timeframe: '1h' }),
      item({ source: 'funding', timeframe: null }),
    ];
    expect(panel(items)).toContain('BTCUSDT');
    expect(panel(items)).not.toContain('ETHUSDT');
    expect(panel(items, 'timeframe=1h')).toContain('ETHUSDT');
    expect(panel(items, 'source=macro')).toContain('Nothing of this is stored');
  });

  it('coverage never calls a month whole that lacks something', () => {
    const gap = { fromTs: DAY_MS, toTs: DAY_MS + 120_000, missing: 2 };
    const holed = panel([item({ gapCount: 1, gaps: [gap] })]);
    expect(holed).not.toContain('100 %');
    expect(holed).toMatch(/1 gap/);
    expect(panel([item()])).toContain('No gaps');
  });
});
