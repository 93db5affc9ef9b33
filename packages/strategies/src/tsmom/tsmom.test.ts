import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

describe('tsmom', () => {
  it('tsmom holds the sign of the return over the lookback, flat within the threshold', () => {
    const bars = barsFromCloses(after(50, 100, 111, 110, 89, 90, 100));
    expect(brief(runStrategy('tsmom', { lookback: 10, threshold: 0.1 }, { bars }))).toEqual([
      [50, 'long', 'momentum_up'],
      // 110 / 100 - 1 is just above 0.1 in binary, so bar 51 stays long.
      [52, 'short', 'momentum_down'],
      [53, 'flat', 'momentum_flat'],
    ]);
  });

  itSignalsLikeTheReference('tsmom', fixtures);
});
