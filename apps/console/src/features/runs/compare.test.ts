import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aCurve, aRun } from '../../lib/runs/run.fixture';
import type { RunDetail } from '../../lib/runs/types';
import { known, markupOf, refused, textOf } from '../rendered.fixture';
import { CompareRuns } from './compare-runs';
import { Runs } from './runs';

const titles = known('/strategies', { items: [{ name: 'supertrend', title: 'Supertrend' }] } as never);
const curve = aCurve([
  [0, 10_000],
  [86_400_000, 11_000],
]);

describe('the comparison of runs', () => {
  const reads = (...runs: RunDetail[]) => [
    titles,
    ...runs.flatMap((run) => [
      known('/runs/{id}', run as never, { params: { id: run.id } }),
      known('/runs/{id}/curve', curve as never, { params: { id: run.id } }),
    ]),
  ];
  const performance = { ...aRun().performance!, sharpe: 1.4, netPnlUsd: '400.00000000' };
  const pair = [aRun(), aRun({ id: 'r2', performance, params: { atr_period: 14 }, toTs: 63_072_000_000 })];
  const page = (ids: string, given: ReturnType<typeof reads> = reads(...pair)) =>
    textOf(createElement(CompareRuns), { reads: given, search: `ids=${ids}` });

  it('the comparison of runs takes two to four, and asks for them otherwise', () => {
    for (const ids of ['', 'r1', 'r1,r2,r3,r4,r5']) expect(page(ids)).toContain('Choose two to four runs');
    expect(page('r1,r2')).not.toContain('Choose two to four runs');
  });

  it('the comparison has the figures side by side and what the runs differ in, the span included', () => {
    const said = page('r1,r2');
    expect(said).toMatch(/Net PnL, USD \+900\.00 \+400\.00/);
    expect(said).toMatch(/Sharpe 0\.70 1\.40/);
    expect(said).toMatch(/atr.period 10 14/i);
    expect(said).toMatch(/1971-01-01.*1972-/);
  });

  it('the comparison of runs leads back to the choice with the same runs picked', () => {
    const markup = markupOf(createElement(CompareRuns), { reads: reads(...pair), search: 'ids=r1,r2' });
    expect(markup).toContain('href="/runs?pick=r1,r2"');
  });

  it('the comparison of runs says why it cannot show one that could not be read', () => {
    const asked = { params: { id: 'r2' } };
    const broken = [...reads(pair[0]!), refused('/runs/{id}', { message: 'There is no such run' }, asked)];
    expect(page('r1,r2', broken)).toContain('There is no such run');
  });
});

describe('filters of runs', () => {
  const page = (search: string) => markupOf(createElement(Runs), { reads: [titles], search });

  it('filters of runs stand in the address, are all offered, and can be cleared together', () => {
    const markup = page('kind=live&symbol=DOGEUSDT');
    const chosen = [...markup.matchAll(/<option[^>]* selected=""[^>]*>(.*?)</g)].map(([, label]) => label);
    expect(chosen).toContain('live');
    expect(chosen).toContain('DOGEUSDT (no longer offered)');
    expect(markup).toContain('Clear');
    expect(page('')).not.toContain('Clear');
  });

  it('offer a tag only while one is chosen', () => {
    expect(page('tag=kept')).toContain('Filter by tag');
    expect(page('')).not.toContain('Filter by tag');
  });
});
