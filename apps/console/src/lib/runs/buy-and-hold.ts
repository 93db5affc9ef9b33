/** What the same money would have become by holding the symbol from the run's first point on, without leverage or costs. */

export interface TimedValue {
  readonly timeMs: number;
  readonly value: number;
}

export interface ClosingPrice {
  readonly openTime: number;
  readonly open: number;
  readonly close: number;
}

/** `barMs` because a close is known when its bar ends. */
export function buyAndHold(
  bars: readonly ClosingPrice[],
  barMs: number,
  initialUsd: number,
): readonly TimedValue[] {
  const [first] = bars;
  if (first === undefined) return [];
  const quantity = initialUsd / first.open;
  const start = { timeMs: first.openTime, value: initialUsd };
  return [start, ...bars.map((bar) => ({ timeMs: bar.openTime + barMs, value: bar.close * quantity }))];
}
