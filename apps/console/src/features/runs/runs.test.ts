import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { costsOfRun, costsOfTrips } from '../../lib/runs/costs';
import { aRun, aTrip } from '../../lib/runs/run.fixture';
import type { RunDetail } from '../../lib/runs/types';
import { known, markupOf, textOf } from '../rendered.fixture';
import { CostPanel } from './detail/cost-panel';
import { CoveragePanel } from './detail/coverage-panel';
import { DeleteRun } from './detail/delete-run';
import { IdentityPanel } from './detail/identity-panel';
import { KpiStrip } from './detail/kpi-strip';
import { RoundtripTable } from './detail/roundtrip-table';
import { RunLabel } from './detail/run-label';
import { RunProgress } from './detail/run-progress';
import { WarningList } from './detail/warning-list';
import { KpiFigure } from './kpi-figure';
import { RunStatus, runName } from './run-words';
import { Differences, FigureRow, SideBySide } from './side-by-side';

const titles = known('/strategies', { items: [{ name: 'supertrend', title: 'Supertrend' }] } as never);
const HOUR_MS = 3_600_000;

describe('the figures of a run', () => {
  const strip = (run: RunDetail) => textOf(createElement(KpiStrip, { run }));

  it('the figures of a run stand with their sign and unit', () => {
    const said = strip(aRun());
    expect(said).toContain('Net PnL, USD +900.00');
    expect(said).toMatch(/Return \+9\.00 %/);
    expect(said).toMatch(/Max drawdown 12\.00 %/);
  });

  it('the figures of a run say in words whether they pass promotion, not by a colour alone', () => {
    expect(strip(aRun())).toMatch(/passes: under 30 %/);
    const deep = aRun();
    const performance = { ...deep.performance!, maxDrawdownPct: 45 };
    expect(strip(aRun({ performance, maxDrawdownPct: 45 }))).toMatch(/fails: under 30 %/);
    expect(strip(aRun({ performance: null, metrics: {} }))).toMatch(/unknown:/);
  });

  it('the figures of a live run say as of when they are, those of a backtest do not', () => {
    expect(strip(aRun())).not.toContain('are of');
    const live = aRun({
      kind: 'live',
      status: 'running',
      asOf: Date.now(),
      figuresAsOf: Date.now() - HOUR_MS,
    });
    expect(strip(live)).toMatch(/Profit, return and drawdown are of .*; the other figures of/);
  });

  const kpi = (unit: 'usd' | 'percent' | 'ratio' | 'count', signed = false) =>
    ({ id: 'x', label: 'X', unit, value: null, signed, better: 'none', threshold: null }) as const;
  const shown = (unit: Parameters<typeof kpi>[0], value: number | null, signed = false) =>
    textOf(createElement(KpiFigure, { kpi: kpi(unit, signed), value }));

  it('the figures of a run have the digits of their unit, and a dash without a value', () => {
    expect(shown('usd', 1234.5)).toBe('1,234.50');
    expect(shown('usd', -1234.5, true)).toBe('−1,234.50');
    expect(shown('percent', 12.345)).toBe('12.35 %');
    expect(shown('percent', 12.345, true)).toBe('+12.35 %');
    expect(shown('ratio', 0.567)).toBe('0.57');
    expect(shown('count', 11_999)).toBe('11,999');
    for (const unit of ['usd', 'percent', 'ratio', 'count'] as const) expect(shown(unit, null)).toBe('–');
  });
});

describe('where the money went', () => {
  const trips = [aTrip(), aTrip({ seq: 1, pnlUsd: '-3', feesUsd: '1', slippageUsd: '0', fundingUsd: '0' })];

  it('the costs of a run lead from what was made before them to what was left', () => {
    const split = costsOfTrips(trips);
    const said = textOf(createElement(CostPanel, { split, isWhole: false, openUsd: null }));
    expect(said).toMatch(/Before costs \+8\.00/);
    expect(said).toMatch(/Fees −2\.00/);
    expect(said).toMatch(/Slippage −0\.50/);
    expect(said).toMatch(/Funding paid −0\.50/);
    expect(said).toMatch(/Net of closed trips \+5\.00/);
    expect(said).toContain('costs took 38 %');
    expect(said).not.toContain('Open at the end');
  });

  it('the costs of a run add a position that is still open, so that they end at the profit above', () => {
    const said = textOf(
      createElement(CostPanel, { split: costsOfTrips(trips), isWhole: false, openUsd: 282.04 }),
    );
    expect(said).toMatch(/Open at the end \+282\.04/);
    expect(said).toMatch(/Net PnL \+287\.04/);
  });

  it('calls funding that came in received, and has no share of a loss', () => {
    const split = costsOfTrips([aTrip({ pnlUsd: '-10', fundingUsd: '-4' })]);
    const said = textOf(createElement(CostPanel, { split, isWhole: true, openUsd: null }));
    expect(said).toMatch(/Funding received \+4\.00/);
    expect(said).not.toContain('costs took');
  });

  it('the costs of a whole backtest are of its own figures', () => {
    const said = textOf(
      createElement(CostPanel, { split: costsOfRun(aRun())!, isWhole: true, openUsd: null }),
    );
    expect(said).toMatch(/Before costs \+913\.00 .*Net PnL \+900\.00/);
    expect(costsOfRun(aRun({ kind: 'live' }))).toBeNull();
  });
});

describe('what a backtest stood on', () => {
  const coverage = {
    grade: 'F',
    reasons: ['1,200 bars are missing'],
    askedFromMs: 0,
    askedToMs: 86_400_000,
    usedFromMs: null,
    usedToMs: null,
    barsFound: 240,
    barsExpected: 1_440,
    barsMissing: 1_200,
    warmupBarsEaten: 37,
    settlementsFound: 2,
    settlementsExpected: 3,
    slippageBps: 1.5,
    slippageSource: 'symbol_default',
  } as unknown as NonNullable<RunDetail['coverage']>;

  it('the ground of a backtest is a grade with its reasons and every count', () => {
    const said = textOf(createElement(CoveragePanel, { coverage }));
    expect(said).toMatch(/F grade/);
    expect(said).toContain('240 of 1,440, 1,200 missing');
    expect(said).toContain('37 bars of the span');
    expect(said).toContain('2 of 3');
    expect(said).toContain('1,200 bars are missing');
    expect(said).toContain('none of it');
  });

  it('a backtest with an A has no list of reasons', () => {
    const sound = { ...coverage, grade: 'A', reasons: [], usedFromMs: 0, usedToMs: 86_400_000 } as never;
    const markup = markupOf(createElement(CoveragePanel, { coverage: sound }));
    expect(markup).not.toContain('keeps the grade');
    expect(markup).toContain('text-profit');
  });
});

describe('the identity of a run', () => {
  const certificate = {
    codeVersion: '3.8.0',
    codeDigest: 'c'.repeat(64),
    dataDigest: 'd'.repeat(64),
    paramsDigest: 'p'.repeat(64),
    costsDigest: 'e'.repeat(64),
    decisionsDigest: 'f'.repeat(64),
    coverageDigest: null,
  };
  const panel = (over: Partial<RunDetail>) => textOf(createElement(IdentityPanel, { run: aRun(over) }));

  it('the identity of a run prints the command that recomputes its certificate, and each digest', () => {
    const said = panel({ certificate });
    expect(said).toContain('./platform verify r1');
    for (const digest of [certificate.codeDigest, certificate.decisionsDigest])
      expect(said).toContain(digest);
  });

  it('promises no certificate to a run that has none yet, nor to live trading', () => {
    expect(panel({ status: 'running' })).toContain('Written when the run completes.');
    expect(panel({ kind: 'live' })).toContain('audited bar by bar');
    expect(panel({})).not.toContain('platform verify');
  });

  it('the identity of a run says that its bars include the warm-up, and what was left to the defaults', () => {
    expect(panel({ barCount: 2_221 })).toContain('Bars, warm-up included 2,221');
    expect(panel({ params: {} })).toContain('the strategy’s defaults');
    expect(panel({ params: { size_hint: { kind: 'fixed', value: 1 } } })).toContain(
      '{"kind":"fixed","value":1}',
    );
  });
});

describe('runs side by side', () => {
  const runs = [aRun(), aRun({ id: 'r2', params: { atr_period: 14 } })];

  it('runs side by side are numbered, and named by the title of their strategy', () => {
    const said = textOf(createElement(SideBySide, { heading: 'Figure', runs } as never), {
      reads: [titles],
    });
    expect(said).toContain('1 Supertrend · BTCUSDT · 1h');
    expect(said).toContain('2 Supertrend · BTCUSDT · 1h');
  });

  it('runs side by side mark the best of a row in words as well', () => {
    const kpi = {
      id: 'pnl',
      label: 'Net PnL',
      unit: 'usd',
      value: null,
      signed: true,
      better: 'higher',
      threshold: null,
    };
    const row = { kpi, values: [10, 20], best: [1] } as never;
    const body = createElement(
      'table',
      null,
      createElement('tbody', null, createElement(FigureRow, { row, runs })),
    );
    const markup = markupOf(body);
    expect(markup.match(/aria-label="best"/g)).toHaveLength(1);
    expect(markup.indexOf('aria-label="best"')).toBeGreaterThan(markup.indexOf('+10.00'));
  });

  it('runs side by side that differ in nothing say so', () => {
    expect(textOf(createElement(Differences, { runs, rows: [] }))).toContain('None: the same strategy');
    const rows = [{ name: 'atr_period', values: ['10', '14'] }] as never;
    expect(textOf(createElement(Differences, { runs, rows }), { reads: [titles] })).toMatch(
      /atr_period 10 14/,
    );
  });
});

describe('a run', () => {
  it('a run is named by strategy, symbol and time frame, and its status is a word', () => {
    expect(runName(aRun(), (strategy) => strategy.toUpperCase())).toBe('SUPERTREND · BTCUSDT · 1h');
    for (const status of ['queued', 'running', 'completed', 'failed'] as const) {
      expect(textOf(createElement(RunStatus, { status }))).toBe(status);
    }
  });

  it('a run that waits says so, and one that runs how far it is', () => {
    const progress = (over: Partial<RunDetail>) =>
      textOf(createElement(RunProgress, { id: 'r1' }), {
        reads: [known('/runs/{id}', aRun(over) as never, { params: { id: 'r1' } })],
      });
    expect(progress({ status: 'queued', progress: 0 })).toContain('Waiting for a free thread.');
    expect(progress({ status: 'running', progress: 0.42 })).toContain('42 % of the bars replayed');
  });

  it('a run is deleted once over, cancelled while it goes on, and kept for good when a bot traded it', () => {
    const button = (over: Partial<RunDetail>) => createElement(DeleteRun, { run: aRun(over) });
    expect(textOf(button({}))).toBe('Delete…');
    expect(textOf(button({ status: 'running' }))).toBe('Cancel the run…');
    expect(markupOf(button({}))).not.toContain('aria-disabled="true"');
    expect(markupOf(button({ kind: 'live' }))).toContain('aria-disabled="true"');
    expect(markupOf(button({}), { role: 'viewer' })).toContain('aria-disabled="true"');
  });

  it('a run shows its note and tags, which lead to others of the same tag', () => {
    const labelled = aRun({ name: 'The good one', note: 'see the log', tags: ['a b'] });
    const markup = markupOf(createElement(RunLabel, { run: labelled }));
    expect(markup).toContain('see the log');
    expect(markup).toContain('/runs?tag=a%20b');
    expect(textOf(createElement(RunLabel, { run: aRun() }))).toBe('Add a name, note or tags');
  });

  it('a run has its warnings above its figures, and nothing there without any', () => {
    expect(textOf(createElement(WarningList, { warnings: ['only 160 bars'] }))).toBe('only 160 bars');
    expect(textOf(createElement(WarningList, { warnings: [] }))).toBe('');
  });

  it('a run says of an empty range whether it is empty or still being read', () => {
    const table = (isComplete: boolean) =>
      textOf(
        createElement(RoundtripTable, {
          trips: [],
          isComplete,
          selected: '',
          onSelect: () => undefined,
          onHover: () => undefined,
        }),
      );
    expect(table(true)).toContain('No roundtrip was closed in this range');
    expect(table(false)).toContain('Loading roundtrips');
    expect(table(false)).not.toContain('0 roundtrips');
  });
});
