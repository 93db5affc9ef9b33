import { describe, expect, it } from 'vitest';
import { barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

/** Ratios that alternate one unit around the mean, then the given deviations. */
function closes(...deviations: number[]): number[] {
  const calm = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 1 : -1));
  return [...calm, ...deviations].map((deviation) => 1000 + deviation);
}
const constant = (count: number) => barsFromCloses(new Array<number>(count).fill(1000));

describe('pairs_mr', () => {
  it('pairs_mr sells a high ratio, buys a low one, leaves near the mean and keeps in between', () => {
    const bars = barsFromCloses(closes(4, 1, 0.1, -4, -1, 0));
    const emitted = runStrategy('pairs_mr', { lookback: 40 }, { bars, pair: constant(bars.length) });
    expect(brief(emitted)).toEqual([
      [60, 'short', 'ratio_high'],
      [62, 'flat', 'ratio_normal'],
      [63, 'long', 'ratio_low'],
      [65, 'flat', 'ratio_normal'],
    ]);
  });

  it('pairs_mr ignores a bar without its counterpart: it neither decides nor enters the window', () => {
    const bars = barsFromCloses(closes(400, 4));
    const auxiliary = constant(bars.length);
    auxiliary.openTimeMs[60] = auxiliary.openTimeMs[60]! + 1; // the counterpart of bar 60 is missing
    const emitted = runStrategy('pairs_mr', { lookback: 40 }, { bars, pair: auxiliary });
    expect(brief(emitted)).toEqual([[61, 'short', 'ratio_high']]);
  });

  it('pairs_mr sees no stretch in a ratio that never moves', () => {
    const bars = constant(100);
    expect(runStrategy('pairs_mr', { lookback: 40 }, { bars, pair: bars })).toEqual([]);
  });

  it('pairs_mr does not start without its auxiliary series', () => {
    expect(() => runStrategy('pairs_mr', {}, { bars: constant(3) })).toThrow(TypeError);
  });

  itSignalsLikeTheReference('pairs_mr', fixtures);
});
