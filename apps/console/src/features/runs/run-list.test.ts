import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aRun } from '../../lib/runs/run.fixture';
import type { RunDetail } from '../../lib/runs/types';
import { known, knownPages, markupOf, textOf } from '../rendered.fixture';
import { Runs } from './runs';

const titles = known('/strategies', { items: [{ name: 'supertrend', title: 'Supertrend' }] } as never);
const reads = (...runs: Partial<RunDetail>[]) => [
  titles,
  knownPages(
    '/runs',
    runs.map((run) => aRun(run)),
    { query: { page_size: 100 } },
  ),
];
const page = (runs: Partial<RunDetail>[], search = '') =>
  textOf(createElement(Runs), { reads: reads(...runs), search });

describe('the list of runs', () => {
  it('the list of runs distinguishes two runs of one strategy by return, trades and parameters', () => {
    const said = page([
      { id: 'r1', returnPct: 9, roundtripCount: 31, params: { atr_period: 10 } },
      { id: 'r2', returnPct: -4, roundtripCount: 12, params: { atr_period: 14 } },
    ]);
    expect(said).toContain('+9.00 %');
    expect(said).toContain('−4.00 %');
    expect(said).toContain('ATR period 10');
    expect(said).toContain('ATR period 14');
  });

  it('calls a run by the name it was given, and what was not given the defaults', () => {
    expect(page([{ name: 'The good one' }])).toContain('The good one');
    expect(page([{}])).toContain('Supertrend');
    expect(page([{ params: {} }])).toContain('defaults');
    expect(page([{ params: { size_hint: { kind: 'fixed', value: 1 } } }])).toContain('Size hint fixed 1');
  });

  it('the list of runs shows its tags, and nothing made up for a run without figures', () => {
    expect(page([{ tags: ['kept', 'slow'] }])).toContain('kept slow');
    const bare = page([
      { status: 'running', returnPct: null, netPnlUsd: null, sharpe: null, maxDrawdownPct: null },
    ]);
    expect(bare).not.toContain('0.00');
    expect(bare).toContain('running');
  });

  it('the list of runs distinguishes an empty list from filters that match nothing', () => {
    expect(page([])).toContain('No runs yet');
    const filtered = textOf(createElement(Runs), {
      reads: [titles, knownPages('/runs', [], { query: { kind: 'live', page_size: 100 } })],
      search: 'kind=live',
    });
    expect(filtered).toContain('No run matches these filters');
  });
});

describe('runs that are picked', () => {
  const bar = (pick: string) =>
    markupOf(createElement(Runs), { reads: reads({ id: 'r1' }, { id: 'r2' }), search: `pick=${pick}` });

  it('picked runs are ticked and counted as the address says', () => {
    expect(bar('r1,r2')).toContain('2 runs chosen');
    expect(bar('r1').match(/checked=""/g)).toHaveLength(1);
    expect(bar('')).not.toContain('chosen');
  });

  it('picked runs are compared from two on and up to four', () => {
    const isRefused = (pick: string) =>
      /<button[^>]*aria-disabled="true"[^>]*>Compare side by side/.test(bar(pick));
    expect(isRefused('r1')).toBe(true);
    expect(isRefused('r1,r2')).toBe(false);
    expect(isRefused('1,2,3,4')).toBe(false);
    expect(isRefused('1,2,3,4,5')).toBe(true);
  });
});
