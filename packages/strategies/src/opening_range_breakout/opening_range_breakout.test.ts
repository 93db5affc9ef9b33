import type { BarSeries } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

/**
 * Two calm days, then a third whose range is 99 to 101 (bars 48 to 51), then the given closes from bar 52 on.
 */
function thirdDay(...closes: number[]): BarSeries {
  return barsFromCloses(after(52, 100, ...closes), (i) => (i < 52 ? { high: 101, low: 99 } : {}));
}
const run = (bars: BarSeries, params = {}) => brief(runStrategy('opening_range_breakout', params, { bars }));

describe('opening_range_breakout', () => {
  it('opening_range_breakout trades each side at most once per session and is flat at the end of it', () => {
    const bars = thirdDay(102, 100, 98, 102, 98, ...new Array<number>(20).fill(102));
    expect(run(bars)).toEqual([
      [52, 'long', 'break_above_range'],
      [54, 'short', 'break_below_range'],
      [71, 'flat', 'session_end'],
    ]);
  });

  it('opening_range_breakout does not trade inside the range, nor at its very edge', () => {
    expect(run(thirdDay(101, 99, 100.5))).toEqual([]);
  });

  it('opening_range_breakout closes after the bars it may hold', () => {
    expect(run(thirdDay(102, 102, 102, 102, 102), { max_hold_bars: 3 })).toEqual([
      [52, 'long', 'break_above_range'],
      [55, 'flat', 'hold_expired'],
    ]);
  });

  it('opening_range_breakout closes in the next session when the last bar of its own is missing', () => {
    const bars = thirdDay(102, 102, 102);
    bars.openTimeMs[54] = bars.openTimeMs[54]! + 86_400_000;
    expect(run(bars)).toEqual([
      [52, 'long', 'break_above_range'],
      [54, 'flat', 'session_end'],
    ]);
  });

  it('opening_range_breakout trades no session whose range has a hole', () => {
    const bars = thirdDay(102, 102);
    for (let i = 50; i < bars.length; i++) bars.openTimeMs[i] = bars.openTimeMs[i]! + 3_600_000;
    expect(run(bars)).toEqual([]);
  });

  itSignalsLikeTheReference('opening_range_breakout', fixtures);
});
