/**
 * The windows of a walk-forward: choose on one, trade the next, roll on. Between the two lies the purge, at least the warm-up of the
 * slowest set, so that nothing a set decides in its test was computed from a bar it was chosen on. Windows begin at midnight UTC.
 */
import { type BarSeries, DAY_MS, type Result, type Timeframe, timeframeMs } from '@platform/core';

export interface WindowRules {
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
  const startMs = Math.ceil(bars.openTimeMs[firstBar]! / DAY_MS) * DAY_MS;
  const endMs = bars.openTimeMs[bars.length - 1]! + barMs;
  const trainMs = rules.trainDays * DAY_MS;
  const testMs = rules.testDays * DAY_MS;
  const purgeMs = Math.ceil((rules.purgeBars * barMs) / DAY_MS) * DAY_MS;
  const firstTestMs = startMs + trainMs + purgeMs;
  const count = Math.max(0, Math.floor((endMs - firstTestMs) / testMs));
  if (count < 2) {
    const days = Math.max(0, Math.floor((endMs - startMs) / DAY_MS));
    const needed = (trainMs + purgeMs + 2 * testMs) / DAY_MS;
    return {
      ok: false,
      error:
        `${rules.trainDays} days of training, ${purgeMs / DAY_MS} of purge and two tests of ${rules.testDays} take ${needed} days; ` +
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
