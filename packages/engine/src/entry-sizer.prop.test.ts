import { BarSeries, HOUR_MS } from '@platform/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EntrySizer } from './entry-sizer';
import { round8 } from './rounding';
import { defaultSettings } from './settings';
import { equityFraction } from './sizing';

const LAST_BAR = 36;

/** Closes as walks of steps: ordinary, none at all, tiny, and of one size only, where variances cancel. */
const closes = fc
  .record({
    first: fc.constantFrom(1, 100, 20_000, 1e-7, 3e9),
    step: fc.constantFrom(0, 1e-13, 1e-9, 1e-4, 0.01, 0.5),
    moves: fc.array(fc.oneof(fc.constantFrom(0, 1), fc.double({ min: -1, max: 1, noNaN: true })), {
      minLength: LAST_BAR,
      maxLength: LAST_BAR,
    }),
  })
  .map(({ first, step, moves }) => {
    const walk: number[] = [first];
    for (const move of moves) walk.push(walk.at(-1)! * (1 + step * move));
    return walk;
  });

function barsOf(walk: readonly number[]): BarSeries {
  const bars = new BarSeries(walk.length);
  walk.forEach((close, i) => {
    const quiet = { open: close, high: close, low: close, close, volume: 1, takerBuyVolume: 0 };
    bars.append({ openTimeMs: i * HOUR_MS, ...quiet });
  });
  return bars;
}

it('an entry has the quantity that the definition gives, to the last digit', () => {
  // In closes, so that quantities come out of every size, up to those whose last digit hangs on the last bits
  // of the variance.
  const equity = fc.tuple(
    fc.constantFrom(1e-9, 1, 1e6, 1e7, 1e8),
    fc.double({ min: 0.1, max: 1, noNaN: true }),
  );
  const value = fc.constantFrom(0.01, 0.4, 5);
  fc.assert(
    fc.property(closes, equity, value, (walk, [size, share], target) => {
      const bars = barsOf(walk);
      const money = walk[LAST_BAR]! * size * share;
      const settings = defaultSettings('BTCUSDT');
      const hint = { kind: 'vol_target', value: target } as const;
      const fraction = equityFraction(settings, hint, bars, LAST_BAR, HOUR_MS);
      const defined = round8((money * fraction) / bars.close[LAST_BAR]!);
      expect(new EntrySizer(settings, bars, HOUR_MS).quantity(hint, money, LAST_BAR)).toBe(defined);
    }),
    { numRuns: 3000 },
  );
});
