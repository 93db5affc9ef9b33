/** What the same money would have become by holding the symbol from the run's first point on, without leverage or costs. */
import type { Candle } from '../chart-data';

/** `barMs` because a close is known when its bar ends. */
export function buyAndHold(
  bars: readonly Pick<Candle, 'openTime' | 'open' | 'close'>[],
  barMs: number,
  initialUsd: number,
): { readonly ts: readonly number[]; readonly values: readonly number[] } {
  const [first] = bars;
  if (first === undefined) return { ts: [], values: [] };
  const quantity = initialUsd / first.open;
  return {
    ts: [first.openTime, ...bars.map((bar) => bar.openTime + barMs)],
    values: [initialUsd, ...bars.map((bar) => bar.close * quantity)],
  };
}
