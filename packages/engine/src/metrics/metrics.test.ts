import { HOUR_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { DailyWalk, ReturnMoments, sharpe, sortino } from './daily';
import { maxDrawdown } from './drawdown';
import { EquityPoints } from './points';

const DAY_0 = Date.parse('2026-01-01T00:00:00Z');

/** Points at the given hours after 2026-01-01. */
function points(...entries: readonly (readonly [hour: number, equity: number])[]): EquityPoints {
  const equity = Float64Array.from(entries, ([, value]) => value);
  const openTimeMs = Float64Array.from(entries, ([hour]) => DAY_0 + (hour - 1) * HOUR_MS);
  return new EquityPoints(equity, openTimeMs, HOUR_MS);
}

/** Walks along the curve in two parts, the first of which ends before point `split`. */
function dailyReturns(curve: EquityPoints, initialEquity: number, split = 0): number[] {
  const walk = new DailyWalk(curve, initialEquity);
  walk.extend(split);
  walk.extend(curve.length);
  return [...walk.returns];
}

function moments(returns: readonly number[]): ReturnMoments {
  const taken = new ReturnMoments();
  for (const value of returns) taken.add(value);
  return taken;
}

describe('daily returns', () => {
  it('a point at midnight ends its day', () => {
    const daily = dailyReturns(points([12, 100], [24, 110], [48, 121]), 100);
    expect(daily).toEqual([110 / 100 - 1, 121 / 110 - 1]);
  });

  it('days without a point return nothing but count', () => {
    const daily = dailyReturns(points([24, 100], [24 * 4, 110]), 100);
    expect(daily).toEqual([0, 0, 0, 110 / 100 - 1]);
  });

  it('daily returns are the same wherever the walk pauses, also in the middle of a day', () => {
    const curve = points([12, 100], [24, 110], [36, 90], [48, 121], [24 * 5, 60], [24 * 5 + 1, 70]);
    const whole = dailyReturns(curve, 100);
    for (let split = 1; split < curve.length; split++) expect(dailyReturns(curve, 100, split)).toEqual(whole);
  });

  it('nothing grows from an exhausted account', () => {
    expect(dailyReturns(points([24, -5], [48, -5]), 100)).toEqual([-5 / 100 - 1, 0]);
  });
});

describe('Sharpe and Sortino', () => {
  const daily = [0.01, -0.02, 0.03, 0];
  const mean = 0.02 / 4;

  it('Sharpe is mean over sample deviation of all days, by the root of 365', () => {
    const squares = daily.map((r) => (r - mean) ** 2).reduce((a, b) => a + b);
    expect(sharpe(moments(daily))).toBeCloseTo((mean / Math.sqrt(squares / 3)) * Math.sqrt(365), 12);
  });

  it('Sortino divides by the root mean square of losses over all days', () => {
    expect(sortino(moments(daily))).toBeCloseTo((mean / Math.sqrt(0.02 ** 2 / 4)) * Math.sqrt(365), 12);
  });

  it('Sharpe and Sortino are not given for one day, without variation, nor (Sortino) without a loss', () => {
    expect(sharpe(moments([0.1]))).toBeNull();
    expect(sharpe(moments([0, 0, 0]))).toBeNull();
    expect(sortino(moments([0.1, 0, 0.1]))).toBeNull();
  });
});

describe('drawdown', () => {
  it('drawdown runs from the point that set the peak to the first lowest point and to the recovery', () => {
    const curve = points([1, 100], [2, 120], [3, 120], [4, 90], [5, 90], [6, 119], [7, 120], [8, 130]);
    const at = (hour: number) => DAY_0 + hour * HOUR_MS;
    expect(maxDrawdown(curve)).toEqual({ depth: 0.25, fromMs: at(2), toMs: at(4), recoveredMs: at(7) });
  });

  it('the first of equally deep drawdowns counts, and one not recovered has no recovery', () => {
    const curve = points([1, 100], [2, 50], [3, 200], [4, 100]);
    expect(maxDrawdown(curve)).toMatchObject({ depth: 0.5, toMs: DAY_0 + 2 * HOUR_MS });
    expect(maxDrawdown(points([1, 100], [2, 50])).recoveredMs).toBeNull();
  });

  it('drawdown is 0 without a span when equity never falls', () => {
    expect(maxDrawdown(points([1, 100], [24, 100], [25, 101]))).toEqual({
      depth: 0,
      fromMs: null,
      toMs: null,
      recoveredMs: null,
    });
    expect(maxDrawdown(points()).depth).toBe(0);
  });
});
