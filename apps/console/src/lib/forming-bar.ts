/** The bar that has not closed yet, from the minutes of it that have: where the price is now, and a place for what happened since. */
import type { Candle } from './chart-data';

export function withFormingBar(
  closed: readonly Candle[],
  minutes: readonly Candle[],
  barMs: number,
): readonly Candle[] {
  const last = closed.at(-1);
  if (last === undefined) return closed;
  const openTime = last.openTime + barMs;
  const within = minutes.filter(
    (minute) => minute.openTime >= openTime && minute.openTime < openTime + barMs,
  );
  const [first] = within;
  if (first === undefined) return closed;
  const forming = {
    ...{ openTime, open: first.open, close: within.at(-1)!.close },
    high: Math.max(...within.map(({ high }) => high)),
    low: Math.min(...within.map(({ low }) => low)),
    volume: within.reduce((sum, { volume = 0 }) => sum + volume, 0),
  };
  return [...closed, forming];
}
