import { BarSeries, DAY_MS, HOUR_MS, TIMEFRAMES, timeframeMs } from '@platform/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutWindows } from './windows';

/** A Monday, where weeks begin. */
const START_MS = Date.parse('2024-01-01T00:00:00Z');
const BARS = 400;
const LONG = TIMEFRAMES.filter((timeframe) => timeframeMs(timeframe) >= 6 * HOUR_MS);

it('every bar of the tested span lies whole in exactly one test, and no training holds a part of a bar', () => {
  const days = fc.integer({ min: 2, max: 100 });
  const plans = fc.record({
    timeframe: fc.constantFrom(...LONG),
    trainDays: days,
    testDays: days,
    purgeBars: fc.integer({ min: 0, max: 40 }),
    firstBar: fc.integer({ min: 0, max: 40 }),
    isAnchored: fc.boolean(),
    missing: fc.uniqueArray(fc.integer({ min: 41, max: BARS - 2 }), { maxLength: 20 }),
  });
  let cut = 0;
  fc.assert(
    fc.property(plans, ({ timeframe, firstBar, missing, ...rules }) => {
      const barMs = timeframeMs(timeframe);
      const bars = new BarSeries(BARS);
      for (let i = 0; i < BARS; i++) {
        const prices = { open: 1, high: 1, low: 1, close: 1, volume: 1, takerBuyVolume: 0 };
        if (!missing.includes(i)) bars.append({ openTimeMs: START_MS + i * barMs, ...prices });
      }
      const found = cutWindows(bars, timeframe, firstBar, rules);
      if (!found.ok) return;
      cut += 1;
      const windows = found.value;
      const [fromMs, toMs] = [windows[0]!.testFromMs, windows.at(-1)!.testToMs];
      const misplaced = [...bars.openTimeMs.subarray(0, bars.length)].filter((openMs) => {
        const isWithin = (from: number, to: number) => openMs >= from && openMs + barMs <= to;
        const touches = (from: number, to: number) => openMs < to && openMs + barMs > from;
        const tests = windows.filter(({ testFromMs, testToMs }) => isWithin(testFromMs, testToMs));
        const isCut = windows.some(
          ({ trainFromMs, trainToMs }) =>
            touches(trainFromMs, trainToMs) !== isWithin(trainFromMs, trainToMs),
        );
        return isCut || tests.length !== (touches(fromMs, toMs) ? 1 : 0);
      });
      expect(misplaced).toEqual([]);
      const asked = windows.every((window) => {
        const isMidnight = Object.values(window).every((timeMs) => timeMs % DAY_MS === 0);
        return isMidnight && window.testToMs - window.testFromMs >= rules.testDays * DAY_MS;
      });
      expect(asked).toBe(true);
    }),
  );
  expect(cut).toBeGreaterThan(20);
});
