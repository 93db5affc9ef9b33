import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

const params = { atr_period: 2, multiplier: 1 };
/** Every bar spans 2 around 100 until the last ones, so the ATR is 2 and the bands stand at 102 and 98. */
const calm = (i: number) => (i < 80 ? { high: 101, low: 99 } : {});

describe('supertrend', () => {
  it('supertrend is short until a close above the upper band, which is the stop until then', () => {
    const emitted = runStrategy('supertrend', params, { bars: barsFromCloses(after(80, 100, 103), calm) });
    expect(brief(emitted)).toEqual([
      [73, 'short', 'trend_down'],
      [80, 'long', 'trend_up'],
    ]);
    expect(emitted[0]!.signal.sl).toBe(102);
  });

  it('supertrend stops a new long at the tightened lower band', () => {
    // True range 3 makes the ATR 2.5; the middle of the bar is 101.5, so the lower band rises from 98 to 99.
    const emitted = runStrategy('supertrend', params, { bars: barsFromCloses(after(80, 100, 103), calm) });
    expect(emitted[1]!.signal.sl).toBe(99);
  });

  it('supertrend does not turn on a close exactly at the band', () => {
    const bars = barsFromCloses(after(81, 100, 102), (i) =>
      i < 82 ? { high: Math.max(101, i - 79), low: 99 } : {},
    );
    bars.high[81] = 102;
    bars.low[81] = 100;
    const emitted = runStrategy('supertrend', params, { bars });
    expect(brief(emitted)).toEqual([[73, 'short', 'trend_down']]);
  });

  itSignalsLikeTheReference('supertrend', fixtures);
});
