import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import { ewmac } from './ewmac';
import fixtures from './fixtures.json';

const spans = { fast: 2, slow: 4, vol_span: 5 };

describe('ewmac', () => {
  it('ewmac takes the side of the forecast, sized by its strength', () => {
    // After a jump of x: EMA fast - EMA slow = (2/3 - 2/5) x, and the deviation is sqrt(2/9) x.
    const forecast = (3.75 * (2 / 3 - 2 / 5)) / Math.sqrt(2 / 9);
    const emitted = runStrategy('ewmac', spans, { bars: barsFromCloses(after(120, 100, 110)) });
    expect(brief(emitted)).toEqual([[120, 'long', 'forecast_long']]);
    expect(emitted[0]!.signal.sizeHint.value).toBeCloseTo(0.4 * (forecast / 10), 8);
  });

  it('ewmac keeps a position while the forecast is weak and leaves when its sign turns', () => {
    const emitted = runStrategy('ewmac', spans, { bars: barsFromCloses(after(120, 100, 110, 109.5, 102)) });
    expect(brief(emitted)).toEqual([
      [120, 'long', 'forecast_long'],
      [122, 'flat', 'forecast_reversed'],
    ]);
  });

  it('ewmac sees no forecast where prices do not move', () => {
    expect(runStrategy('ewmac', spans, { bars: barsFromCloses(after(300, 100)) })).toEqual([]);
  });

  it('ewmac refuses a slow span that is not above the fast one', () => {
    expect(ewmac.parse({ fast: 64, slow: 64 })).toEqual({
      ok: false,
      error: [{ field: 'slow', message: 'must be above fast (64)' }],
    });
  });

  itSignalsLikeTheReference('ewmac', fixtures);
});
