/** What charts are given: times in epoch milliseconds, series as columns in order of time. */

export interface Bar {
  readonly openTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number;
}

/** Epoch milliseconds, both ends included. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Something that happened at a moment and, mostly, at a price. */
export interface ChartMark {
  readonly timeMs: number;
  readonly price: number | null;
  readonly kind: 'entry' | 'exit' | 'stop' | 'target' | 'funding' | 'decision';
  readonly side: 'long' | 'short';
  readonly text: string;
}

/** From where a position was opened to where it was closed. */
export interface TripPath {
  readonly fromMs: number;
  readonly fromPrice: number;
  readonly toMs: number;
  readonly toPrice: number;
  readonly isWin: boolean;
}

/** A price that holds over the whole chart: the entry, stop or liquidation price of an open position. */
export interface PriceLevel {
  readonly price: number;
  readonly label: string;
  readonly tone: 'neutral' | 'danger' | 'accent';
}

export interface ChartLine {
  readonly label: string;
  readonly ts: readonly number[];
  readonly values: readonly number[];
  /** reference: thin and quiet, to compare with. */
  readonly tone: 'main' | 'reference' | 'second' | 'third' | 'fourth';
  /** Drawn below the price, on a scale of its own. */
  readonly isBelow?: boolean;
}

/** The first index whose value is at least `wanted`. */
export function lowerBound(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last index whose value is at most `wanted`; -1 when all are above. */
export function lastAtMost(sorted: readonly number[], wanted: number): number {
  return lowerBound(sorted, wanted + 1) - 1;
}

/** Charts count in whole seconds: of points within the same one, the last stands. */
export function perSecond(
  ts: readonly number[],
  values: readonly number[],
): { readonly time: number; readonly value: number }[] {
  const points: { time: number; value: number }[] = [];
  ts.forEach((timeMs, i) => {
    const time = Math.floor(timeMs / 1_000);
    const value = values[i]!;
    const last = points.at(-1);
    if (last !== undefined && last.time === time) last.value = value;
    else points.push({ time, value });
  });
  return points;
}
