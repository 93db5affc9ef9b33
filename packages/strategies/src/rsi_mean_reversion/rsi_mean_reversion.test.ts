import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';
import { rsiMeanReversion } from './rsi_mean_reversion';

describe('rsi_mean_reversion', () => {
  it('rsi_mean_reversion buys after a fall, leaves at the exit level, sells after a rise', () => {
    const bars = barsFromCloses(after(80, 100, 90, 100, 120, 100));
    expect(brief(runStrategy('rsi_mean_reversion', { period: 2 }, { bars }))).toEqual([
      [80, 'long', 'oversold'], // no gain at all: RSI 0
      [81, 'flat', 'rsi_exit'], // gain 5, loss 2.5: RSI 66.7
      [82, 'short', 'overbought'], // gain 12.5, loss 1.25: RSI 90.9
      [83, 'flat', 'rsi_exit'], // gain 6.25, loss 10.625: RSI 37
    ]);
  });

  it('rsi_mean_reversion reads 50 where prices do not move, and stays out', () => {
    expect(runStrategy('rsi_mean_reversion', {}, { bars: barsFromCloses(after(600, 100)) })).toEqual([]);
  });

  it('rsi_mean_reversion refuses an exit level outside the two entry levels', () => {
    expect(rsiMeanReversion.parse({ lower: 40, exit: 39 })).toEqual({
      ok: false,
      error: [{ field: 'exit', message: 'must be between lower (40) and upper (70)' }],
    });
  });

  itSignalsLikeTheReference('rsi_mean_reversion', fixtures);
});
