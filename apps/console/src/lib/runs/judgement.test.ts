import { describe, expect, it } from 'vitest';
import { compareFigures, differences } from './compare';
import { equityCsv, roundtripsCsv } from './export';
import { kpis } from './kpis';
import { aRun, aTrip } from './run.fixture';

const verdicts = (run: Parameters<typeof kpis>[0]) =>
  Object.fromEntries(kpis(run).flatMap(({ id, threshold }) => (threshold ? [[id, threshold.verdict]] : [])));

describe('a run is judged', () => {
  it('a run is judged by the thresholds of promotion, which a figure must pass and not only reach', () => {
    const performance = {
      ...aRun().performance!,
      sharpe: 0.5,
      maxDrawdownPct: 30,
      cagrPct: 0,
      roundtripCount: 30,
    };
    expect(verdicts(aRun())).toEqual({
      cagr: 'passed',
      sharpe: 'passed',
      maxDrawdown: 'passed',
      roundtrips: 'passed',
    });
    expect(verdicts(aRun({ performance }))).toEqual({
      cagr: 'failed',
      sharpe: 'failed',
      maxDrawdown: 'failed',
      roundtrips: 'passed',
    });
  });

  it('a run is judged as unknown, never as zero, while it has no figures', () => {
    const run = aRun({ performance: null, metrics: {} });
    expect(new Set(kpis(run).map(({ value }) => value))).toEqual(new Set([null]));
    expect(new Set(Object.values(verdicts(run)))).toEqual(new Set(['unknown']));
  });

  it('a run is judged without yearly figures while it is younger than a month', () => {
    const young = aRun({ toTs: 3_600_000, metrics: { calmar: -196 } });
    const values = Object.fromEntries(kpis(young).map(({ id, value }) => [id, value]));
    expect(values).toMatchObject({ cagr: null, calmar: null, netPnl: 900, maxDrawdown: 12 });
  });

  it('runs are judged against each other with the best marked, and nothing where all are equal', () => {
    const other = aRun({ performance: { ...aRun().performance!, sharpe: 0.9, maxDrawdownPct: 20 } });
    const best = Object.fromEntries(compareFigures([aRun(), other]).map((row) => [row.kpi.id, row.best]));
    expect(best).toMatchObject({ sharpe: [1], maxDrawdown: [0], winRate: [], roundtrips: [] });
  });

  it('together with the settings in which it differs, and only those', () => {
    const other = aRun({ params: { atr_period: 14, multiplier: 2 } });
    expect(differences([aRun(), other])).toEqual([
      { name: 'params.atr_period', values: ['10', '14'] },
      { name: 'params.multiplier', values: ['default', '2'] },
    ]);
    const stranger = aRun({ strategy: 'psar', params: { step: 0.02 }, toTs: 0 });
    expect(differences([aRun(), stranger])).toEqual([
      { name: 'strategy', values: ['supertrend', 'psar'] },
      { name: 'to', values: ['1971-01-01', '1970-01-01'] },
      { name: 'params.atr_period', values: ['10', '–'] },
      { name: 'params.step', values: ['–', '0.02'] },
    ]);
  });
});

it('a run is exported as CSV that a spreadsheet reads cell by cell and runs no formula from', () => {
  const text = roundtripsCsv([aTrip({ exitReason: '=1+1,"x"', pnlUsd: '-3.5' })]);
  const [head, row] = text.split('\r\n');
  expect(head).toMatch(/^seq,side,entryTs/);
  expect(row).toContain(',-3.5,');
  expect(row).toContain(`"'=1+1,""x"""`);
  expect(equityCsv({ ts: [1], equityUsd: [2], drawdownPct: [3] })).toBe(
    'ts,equityUsd,drawdownPct\r\n1,2,3\r\n',
  );
});
