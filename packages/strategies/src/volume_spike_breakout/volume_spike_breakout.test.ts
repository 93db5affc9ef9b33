import { describe, expect, it } from 'vitest';
import { after, barsFromCloses } from '../../test/support/bars';
import { itSignalsLikeTheReference } from '../../test/support/golden';
import { brief, runStrategy } from '../../test/support/run';
import fixtures from './fixtures.json';

/** Calm bars between 99 and 101 with volume 10, then `[close, volume]` bars from bar 40 on. */
function run(params: object, ...events: readonly (readonly [number, number])[]) {
  const closes = after(40, 100, ...events.map(([close]) => close));
  const bars = barsFromCloses(closes, (i) =>
    i < 40 ? { high: 101, low: 99 } : { volume: events[i - 40]![1] },
  );
  return brief(runStrategy('volume_spike_breakout', params, { bars }));
}

describe('volume_spike_breakout', () => {
  it('joins a close beyond the range on a spike and leaves after the bars to hold', () => {
    expect(run({ hold_bars: 2 }, [102, 100], [102, 10], [102, 10], [102, 10])).toEqual([
      [40, 'long', 'spike_up'],
      [42, 'flat', 'hold_expired'],
    ]);
  });

  it('volume_spike_breakout leaves on the opposite event and enters the other way only from flat', () => {
    expect(run({}, [102, 100], [98, 100], [97, 100])).toEqual([
      [40, 'long', 'spike_up'],
      [41, 'flat', 'opposite_spike'],
      [42, 'short', 'spike_down'],
    ]);
  });

  it('volume_spike_breakout needs more than the multiple of the mean, and a close beyond the range', () => {
    // Of twenty bars one has volume v: v > 3 × (190 + v) / 20 needs v above 570 / 17 = 33.53.
    expect(run({}, [102, 33.5])).toEqual([]);
    expect(run({}, [102, 33.6])).toEqual([[40, 'long', 'spike_up']]);
    expect(run({}, [101, 100])).toEqual([]);
  });

  itSignalsLikeTheReference('volume_spike_breakout', fixtures);
});
