import { describe, expect, it } from 'vitest';
import { barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';
import { psar } from './psar';

const params = { af_start: 1, af_step: 1, af_max: 1 };

describe('psar', () => {
  it('psar with full acceleration trails the lows of the prior two bars, and reverses to the old extreme', () => {
    const rising = Array.from({ length: 60 }, (_, i) => 100 + i);
    const emitted = runStrategy('psar', params, { bars: barsFromCloses([...rising, 150]) });
    expect(brief(emitted)).toEqual([
      [36, 'long', 'sar_below'],
      [60, 'short', 'sar_above'],
    ]);
    // Bar 36 opened at 135 and its two predecessors had lows of 134 and 133; the highest high ever was 159.
    expect(emitted[0]!.signal.sl).toBe(133);
    expect(emitted[1]!.signal.sl).toBe(159);
  });

  it('psar needs three times as many bars as the slowest acceleration takes, and never fewer than sizing', () => {
    const parsed = psar.parse({});
    if (!parsed.ok) throw new Error('defaults refused');
    expect(psar.warmupBars(parsed.value, '1d')).toBe(150);
    expect(psar.warmupBars({ ...parsed.value, ...params }, '1d')).toBe(37);
  });

  itSignalsLikeTheReference('psar', fixtures);
});
