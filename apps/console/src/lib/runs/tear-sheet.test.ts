import { describe, expect, it } from 'vitest';
import { aCurve, aRun, aTrip } from './run.fixture';
import { dailyReturns, extremeTrips, rollingSharpe, rollingWindow } from './tear-sheet';
import { tearSheetHtml } from './tear-sheet-html';

const DAY = 86_400_000;

describe('daily returns', () => {
  it('go from close to close by UTC day, and are 0 on a day without a point', () => {
    const curve = { ts: [1, DAY, DAY + 1, 3 * DAY + 1], equityUsd: [100, 110, 99, 198] };
    const { ts, values } = dailyReturns(curve);
    expect(ts).toEqual([0, DAY, 2 * DAY, 3 * DAY]);
    expect(values).toEqual([expect.closeTo(10), expect.closeTo(-10), 0, expect.closeTo(100)]);
  });

  it('of an empty curve are empty', () => {
    expect(dailyReturns({ ts: [], equityUsd: [] })).toEqual({ ts: [], values: [] });
  });
});

describe('the rolling Sharpe ratio', () => {
  it('is mean by standard deviation of each window, annualised with 365 days', () => {
    const { ts, values } = rollingSharpe({ ts: [1, 2, 3], values: [1, 2, 3] }, 2);
    expect(ts).toEqual([2, 3]);
    expect(values).toEqual([
      expect.closeTo((1.5 / Math.SQRT1_2) * Math.sqrt(365)),
      expect.closeTo((2.5 / Math.SQRT1_2) * Math.sqrt(365)),
    ]);
  });

  it('is 0 where nothing moved, and is not drawn before the first window is full', () => {
    expect(rollingSharpe({ ts: [1, 2], values: [1, 1] }, 2).values).toEqual([0]);
    expect(rollingSharpe({ ts: [1], values: [1] }, 2).values).toEqual([]);
  });

  it('looks at a quarter of a year, and at a third of a shorter span', () => {
    expect([10, 120, 2_000].map(rollingWindow)).toEqual([20, 40, 90]);
  });
});

it('names no trip as best and worst at once', () => {
  const trip = (pnlUsd: string) => ({ pnlUsd });
  const { best, worst } = extremeTrips(['1', '-5', '7'].map(trip), 5);
  expect([best, worst]).toEqual([[trip('7')], [trip('-5')]]);
  expect(extremeTrips([trip('1')], 5)).toEqual({ best: [trip('1')], worst: [] });
  expect(extremeTrips([], 5)).toEqual({ best: [], worst: [] });
});

describe('the tear sheet', () => {
  const curve = aCurve(
    Array.from({ length: 200 }, (_, i) => [(i + 1) * DAY, 10_000 + 10 * i + (i % 7) * 30] as const),
  );

  it('carries axes, drawdown, rolling Sharpe, distribution, months, costs, coverage and certificate', () => {
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

  it('is one document that loads nothing and runs nothing that a run could bring along', () => {
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
