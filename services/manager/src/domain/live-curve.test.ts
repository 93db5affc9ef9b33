import { DAY_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { curveFigures, liveCurve } from './live-curve';

const run = (runId: string, botId: string, initialEquity: number, equityBefore: number | null = null) => ({
  ...{ runId, botId, initialEquity, equityBefore },
});
const mark = (runId: string, day: number, equity: number) => ({ runId, stretchMs: day * DAY_MS, equity });

describe('the curve of live trading', () => {
  it('counts what runs made, not the capital that comes and goes with them', () => {
    const runs = [run('a1', 'a', 1_000), run('b1', 'b', 500), run('a2', 'a', 1_010)];
    const marks = [mark('a1', 0, 1_010), mark('b1', 1, 490), mark('a2', 2, 1_015)];
    const { startEquity, points } = liveCurve(runs, marks);
    expect(startEquity).toBe(1_500);
    expect(points.map(({ equity }) => equity)).toEqual([1_510, 1_500, 1_505]);
    expect(points[1]!.drawdownPct).toBeCloseTo((100 * 10) / 1_510);
  });

  it('begins a span where its runs stood', () => {
    const { startEquity, points } = liveCurve([run('a', 'a', 1_000, 1_200)], [mark('a', 5, 1_150)]);
    expect([startEquity, points[0]!.equity]).toEqual([1_200, 1_150]);
    expect(points[0]!.drawdownPct).toBeCloseTo((100 * 50) / 1_200);
  });

  it('has figures for more points than fit on a stack', () => {
    const marks = Array.from({ length: 300_000 }, (_, n) => mark('a', n, n === 1 ? 900 : 1_000));
    const { maxDrawdownPct } = curveFigures(liveCurve([run('a', 'a', 1_000)], marks), DAY_MS);
    expect(maxDrawdownPct).toBeCloseTo(10);
  });

  it('has no figures without points, and no growth without time', () => {
    expect(curveFigures({ startEquity: 0, points: [] }, DAY_MS)).toEqual({
      ...{ sharpe: null, maxDrawdownPct: null, cagrPct: null },
    });
    const one = liveCurve([run('a', 'a', 1_000)], [mark('a', 0, 1_100)]);
    expect(curveFigures(one, DAY_MS)).toEqual({ sharpe: null, maxDrawdownPct: 0, cagrPct: null });
  });
});
