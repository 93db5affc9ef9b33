/** Bars written by hand for tests of single rules. */
import { type Bar, BarSeries, HOUR_MS } from '@platform/core';

/** Monday 2024-01-01 00:00 UTC. */
export const FIRST_OPEN_MS = 1_704_067_200_000;

/** Hourly bars that open at the close before; high and low are the body's unless `shape` says otherwise. */
export function barsFromCloses(
  closes: readonly number[],
  shape: (i: number) => Partial<Bar> = () => ({}),
  barMs = HOUR_MS,
): BarSeries {
  const bars = new BarSeries(closes.length);
  closes.forEach((close, i) => {
    const open = closes[i - 1] ?? close;
    bars.append({
      openTimeMs: FIRST_OPEN_MS + i * barMs,
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      volume: 10,
      takerBuyVolume: 5,
      ...shape(i),
    });
  });
  return bars;
}

/** `count` times the same value, then the rest. */
export function after(count: number, value: number, ...rest: readonly number[]): number[] {
  return [...new Array<number>(count).fill(value), ...rest];
}
