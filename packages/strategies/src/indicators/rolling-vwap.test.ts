import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RollingVwap } from './rolling-vwap';

/** Bars as [price, volume]: ordinary, tied, without trades, huge and tiny. */
const bars = fc.array(
  fc.tuple(
    fc.oneof(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.constantFrom(1, 1, 1, 3, 1e-9, 1e12, 1e-200)),
    fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constantFrom(0, 0, 0, 1, 1e-150)),
  ),
  { maxLength: 80 },
);

describe('RollingVwap', () => {
  it('compares with a price, at the VWAP and at a distance, as the defining sums do', () => {
    const bands = fc.constantFrom(0, 0.1, 0.5, 1e9);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), bands, bars, (length, band, pushed) => {
        const rolling = new RollingVwap(length);
        pushed.forEach(([price, volume], i) => {
          rolling.push(price, volume);
          let turnover = 0;
          let total = 0;
          for (const [p, v] of pushed.slice(Math.max(0, i - length + 1), i + 1)) {
            turnover += p * v;
            total += v;
          }
          rolling.settle(price, band);
          const vwap = rolling.value;
          if (total === 0) expect(vwap).toBeNaN();
          else expect(sides(price - vwap, band)).toEqual(sides(price - turnover / total, band));
        });
      }),
      { numRuns: 1000 },
    );
  });
});

function sides(distance: number, band: number): boolean[] {
  return [distance > band, distance < -band, distance >= 0, distance <= 0];
}
