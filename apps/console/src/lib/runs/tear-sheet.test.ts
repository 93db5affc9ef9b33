import { DAY_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { aCurve, aRun, aTrip } from './run.fixture';
import { extremeTrips, rollingWindow } from './tear-sheet';
import { tearSheetHtml } from './tear-sheet-html';

it('a rolling window is a quarter of a year, and a third of a shorter span', () => {
  expect([10, 120, 2_000].map(rollingWindow)).toEqual([20, 40, 90]);
});

it('the tear sheet names no trip as best and worst at once', () => {
  const trip = (pnlUsd: string) => ({ pnlUsd });
  const { best, worst } = extremeTrips(['1', '-5', '7'].map(trip), 5);
  expect([best, worst]).toEqual([[trip('7')], [trip('-5')]]);
  expect(extremeTrips([trip('1')], 5)).toEqual({ best: [trip('1')], worst: [] });
  expect(extremeTrips([], 5)).toEqual({ best: [], worst: [] });
});

describe('the tear sheet', () => {
  const curve = aCurve(
    Array.from({ length: 200 }, (_, i) => [(i + 1) * DAY_MS, 10_000 + 10 * i + (i % 7) * 30] as const),
  );

  it('the tear sheet carries charts, months, costs, coverage and certificate', () => {
    const html = tearSheetHtml(aRun(), 'Supertrend', [aTrip(), aTrip({ pnlUsd: '-3' })], curve);
    for (const part of [
      'Equity, USD',
      'Drawdown, %',
      'Rolling Sharpe',
      'Returns by day',
      'Monthly returns',
      'Costs, USD',
      'Coverage',
      'Certificate',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).toContain('1970-01-02');
    expect(html).toContain('@page');
  });

  it('the tear sheet is one document that loads nothing and runs nothing that a run could bring along', () => {
    const html = tearSheetHtml(
      aRun({ name: '<img src=x>', warnings: ['<script>x</script>'] }),
      '<b>',
      [],
      curve,
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/https?:\/\//);
  });
});
