import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

const params = { lookback: 10, stretch: 1, atr_period: 2 };

describe('vwap_stretch_mr', () => {
  it('fades a close far from the VWAP until the price is back at it', () => {
    const bars = barsFromCloses(after(100, 100, 90, 92, 100, 112, 108, 100), (i) =>
      i < 100 ? { high: 101, low: 99 } : {},
    );
    expect(brief(runStrategy('vwap_stretch_mr', params, { bars }))).toEqual([
      [100, 'long', 'below_vwap'],
      [102, 'flat', 'crossed_vwap'],
      [103, 'short', 'above_vwap'],
      [105, 'flat', 'crossed_vwap'],
    ]);
  });

  it('vwap_stretch_mr decides nothing while nothing is traded', () => {
    const bars = barsFromCloses(after(100, 100, 90, 80), () => ({ volume: 0, takerBuyVolume: 0 }));
    expect(runStrategy('vwap_stretch_mr', params, { bars })).toEqual([]);
  });

  itSignalsLikeTheReference('vwap_stretch_mr', fixtures);
});
