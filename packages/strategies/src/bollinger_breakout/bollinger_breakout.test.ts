import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

describe('bollinger_breakout', () => {
  it('joins a close outside the band and leaves when the close crosses the mean', () => {
    const bars = barsFromCloses(after(40, 100, 110, 108, 100, 90, 92, 101));
    expect(brief(runStrategy('bollinger_breakout', {}, { bars }))).toEqual([
      [40, 'long', 'break_above_band'],
      [42, 'flat', 'crossed_mean'],
      [43, 'short', 'break_below_band'],
      [45, 'flat', 'crossed_mean'],
    ]);
  });

  it('bollinger_breakout stays out of a market that does not move', () => {
    expect(runStrategy('bollinger_breakout', {}, { bars: barsFromCloses(after(100, 0.1)) })).toEqual([]);
  });

  itSignalsLikeTheReference('bollinger_breakout', fixtures);
});
