/**
 * The windows of a walk-forward: choose on one, trade the next, roll on. Between the two lies the purge, at
 * least the warm-up of the slowest set, so that nothing a set decides in its test was computed from a bar it
 * was chosen on. Windows begin at midnight UTC and are whole days, of bars longer than a day whole bars: one
 * that lay across the end of a test would belong to neither test.
 */
import { type BarSeries, DAY_MS, type Result, type Timeframe, timeframeMs } from '@platform/core';

export interface WindowRules {
  /** As much as that at least; of bars longer than a day whole ones. */
  readonly trainDays: number;
  readonly testDays: number;
  /** Bars between training and test. */
  readonly purgeBars: number;
  /** Training always begins with the first day instead of rolling on. */
  readonly isAnchored: boolean;
}

/** From inclusive, to exclusive; all at midnight. */
export interface Window {
  readonly trainFromMs: number;
  readonly trainToMs: number;
  readonly testFromMs: number;
  readonly testToMs: number;
}

export function cutWindows(
  bars: BarSeries,
  timeframe: Timeframe,
  firstBar: number,
  rules: WindowRules,
): Result<readonly Window[], string> {
  const barMs = timeframeMs(timeframe);
  const unitMs = Math.max(DAY_MS, barMs);
  const wholeUnits = (ms: number) => Math.ceil(ms / unitMs) * unitMs;
  const firstMs = bars.openTimeMs[firstBar]!;
  // Weeks do not begin where units since 1970 do.
  const startMs = barMs > DAY_MS ? firstMs : wholeUnits(firstMs);
  const endMs = bars.openTimeMs[bars.length - 1]! + barMs;
  const trainMs = wholeUnits(rules.trainDays * DAY_MS);
  const testMs = wholeUnits(rules.testDays * DAY_MS);
  const purgeMs = wholeUnits(rules.purgeBars * barMs);
  const firstTestMs = startMs + trainMs + purgeMs;
  const count = Math.max(0, Math.floor((endMs - firstTestMs) / testMs));
  if (count < 2) {
    const days = Math.max(0, Math.floor((endMs - startMs) / DAY_MS));
    const needed = (trainMs + purgeMs + 2 * testMs) / DAY_MS;
    return {
      ok: false,
      error:
        `${trainMs / DAY_MS} days of training, ${purgeMs / DAY_MS} of purge and two tests of ${testMs / DAY_MS} take ${needed} days; ` +
        `${days} can be traded`,
    };
  }
  const windows = Array.from({ length: count }, (_, k) => ({
    trainFromMs: startMs + (rules.isAnchored ? 0 : k * testMs),
    trainToMs: startMs + trainMs + k * testMs,
    testFromMs: firstTestMs + k * testMs,
    testToMs: firstTestMs + (k + 1) * testMs,
  }));
  return { ok: true, value: windows };
}
