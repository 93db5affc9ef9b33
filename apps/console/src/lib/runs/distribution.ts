/** Values sorted into equal bins with round edges, so that a reader can say where zero is. */
import type { Roundtrip } from './types';

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const ROUND_STEPS = [1, 2, 2.5, 5, 10] as const;

export function distribution(values: readonly number[], wantedBins: number): readonly Bin[] {
  if (values.length === 0) return [];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const width = roundWidth((high - low) / wantedBins);
  const first = Math.floor(low / width);
  const counts = Array<number>(Math.floor(high / width) - first + 1).fill(0);
  for (const value of values) counts[Math.floor(value / width) - first]! += 1;
  return counts.map((count, k) => ({ from: (first + k) * width, to: (first + k + 1) * width, count }));
}

/** The smallest round width that is not below the wanted one. */
function roundWidth(wanted: number): number {
  if (!(wanted > 0)) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(wanted));
  const step = ROUND_STEPS.find((candidate) => candidate * magnitude >= wanted * (1 - 1e-9)) ?? 10;
  return step * magnitude;
}

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** What the roundtrips of a run are spread by; excursions only of those that recorded them. */
export function spreadsOf(trips: readonly Roundtrip[]) {
  return {
    returns: trips.map(returnPct),
    hours: trips.map(({ durationMs }) => durationMs / 3_600_000),
    against: trips.flatMap(({ maePct }) => (maePct === null ? [] : [maePct])),
    favour: trips.flatMap(({ mfePct }) => (mfePct === null ? [] : [mfePct])),
  };
}

/** Net, in percent of what was put in. */
function returnPct({ pnlUsd, qty, entryPrice }: Roundtrip): number {
  const notional = Number(qty) * Number(entryPrice);
  return notional > 0 ? (100 * Number(pnlUsd)) / notional : 0;
}
