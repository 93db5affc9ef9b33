import { HOUR_MS } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { after, barsFromCloses, FIRST_OPEN_MS } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

const bars = barsFromCloses(after(60, 100));
/** Settlements as [hours after the first open, rate]. */
function funding(...settlements: [number, number][]) {
  return {
    length: settlements.length,
    timeMs: Float64Array.from(settlements, ([hour]) => FIRST_OPEN_MS + hour * HOUR_MS),
    rate: Float64Array.from(settlements, ([, rate]) => rate),
  };
}

describe('funding_arb', () => {
  it('funding_arb takes the side that is paid and leaves when funding is normal again', () => {
    const series = funding([8, 0.001], [40, -0.001], [48, 0.0002], [56, 0]);
    expect(brief(runStrategy('funding_arb', { settlements: 1 }, { bars, funding: series }))).toEqual([
      [36, 'short', 'funding_high'],
      [40, 'long', 'funding_low'],
      [56, 'flat', 'funding_normal'],
    ]);
  });

  it('learns a settlement stamped at the close of a bar only on the next bar', () => {
    const emitted = runStrategy('funding_arb', { settlements: 1 }, { bars, funding: funding([40, 0.001]) });
    expect(brief(emitted)).toEqual([[40, 'short', 'funding_high']]);
  });

  it('funding_arb decides nothing with fewer settlements than it averages', () => {
    const series = funding([8, 0.001], [16, 0.001]);
    expect(runStrategy('funding_arb', { settlements: 3 }, { bars, funding: series })).toEqual([]);
  });

  itSignalsLikeTheReference('funding_arb', fixtures);
});
