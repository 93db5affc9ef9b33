/**
 * The bar that has not closed yet, from the parts of it that have: where the price is now, and a place for
 * what happened since.
 */
import type { Bar } from './chart-data';

/** As many bars as one read gives. */
export const MOST_PARTS = 5_000;
const MINUTE_MS = 60_000;

/** The finest parts that one read gives all of a bar in; null for a bar without parts. */
export function partsOf(barMs: number): '1m' | '5m' | null {
  if (barMs <= MINUTE_MS) return null;
  return barMs > MOST_PARTS * MINUTE_MS ? '5m' : '1m';
}

export function withFormingBar(closed: readonly Bar[], parts: readonly Bar[], barMs: number): readonly Bar[] {
  const last = closed.at(-1);
  if (last === undefined) return closed;
  const openTime = last.openTime + barMs;
  const within = parts.filter((part) => part.openTime >= openTime && part.openTime < openTime + barMs);
  const [first] = within;
  if (first === undefined) return closed;
  const forming = {
    openTime,
    open: first.open,
    close: within.at(-1)!.close,
    high: Math.max(...within.map(({ high }) => high)),
    low: Math.min(...within.map(({ low }) => low)),
    volume: within.reduce((sum, { volume = 0 }) => sum + volume, 0),
  };
  return [...closed, forming];
}
