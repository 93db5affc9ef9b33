/**
 * Mean pairwise correlation of the positions held, per cluster. Returns are signed by the direction of the
 * position, so that a hedge counts as one and two longs that move together do not. Judged only where the
 * gross exposure is above its limit. Networks do not hedge each other: each is measured by itself, and the
 * worst of them is the reading of the cluster.
 */
import type { RiskLimits } from '@platform/contracts';
import { type BreakerRule, type Observed, PORTFOLIO, type Reading } from './rule';

export interface Leg {
  readonly symbol: string;
  readonly direction: 1 | -1;
  /** Closes on the time grid that all legs share, NaN where there is no bar. Never changed in place. */
  readonly closes: Float64Array;
}

export interface Cluster {
  /** cluster:<id>, or portfolio for the bots that belong to no cluster. */
  readonly scope: string;
  readonly network: string;
  readonly grossExposureUsd: number;
  readonly legs: readonly Leg[];
}

export interface CorrelationObservation {
  readonly clusters: readonly Cluster[];
}

interface Known {
  readonly legs: readonly Leg[];
  readonly mean: number | null;
}

/**
 * By scope and network. Closes change once in a while and are looked at every second: legs that are the same
 * are not computed again.
 */
export type CorrelationMemory = ReadonlyMap<string, Known>;

/** Fewer common returns than this are noise. */
const FEWEST_RETURNS = 24;

export const correlation: BreakerRule<CorrelationMemory, CorrelationObservation> = {
  breaker: 'correlation',
  initialMemory: new Map(),

  observe(memory, { clusters }, limits): Observed<CorrelationMemory> {
    const next = new Map<string, Known>();
    const worst = new Map<string, Measured>();
    for (const cluster of clusters) {
      const { scope, network, grossExposureUsd, legs } = cluster;
      const key = `${scope} ${network}`;
      const known = correlate(legs, memory.get(key));
      next.set(key, known);
      const isLarge = grossExposureUsd >= limits.correlation_gross_exposure_usd;
      const reading = readingOf(cluster, known.mean, isLarge, limits);
      const measured = { reading, danger: dangerOf(reading, isLarge) };
      if (measured.danger > (worst.get(scope)?.danger ?? Number.NEGATIVE_INFINITY))
        worst.set(scope, measured);
    }
    const idle: Reading = { kind: 'idle', scope: PORTFOLIO, reason: 'no positions are held' };
    return {
      memory: next,
      readings: worst.size === 0 ? [idle] : [...worst.values()].map(({ reading }) => reading),
    };
  },
};

interface Measured {
  readonly reading: Reading;
  readonly danger: number;
}

/**
 * What is judged comes first, by its correlation; then what cannot be measured, what is too small to be
 * judged, and nothing to measure.
 */
function dangerOf(reading: Reading, isLarge: boolean): number {
  if (reading.kind === 'idle') return -9;
  if (reading.kind !== 'measured') return -3;
  return isLarge ? reading.value : reading.value - 6;
}

function correlate(legs: readonly Leg[], known: Known | undefined): Known {
  if (known !== undefined && areSame(known.legs, legs)) return known;
  return { legs, mean: legs.length < 2 ? null : meanPairwiseCorrelation(legs) };
}

function areSame(known: readonly Leg[], legs: readonly Leg[]): boolean {
  const isKnown = ({ closes, direction }: Leg, i: number) =>
    known[i]!.closes === closes && known[i]!.direction === direction;
  return known.length === legs.length && legs.every(isKnown);
}

function readingOf(
  { scope, network, grossExposureUsd, legs }: Cluster,
  value: number | null,
  isLarge: boolean,
  limits: RiskLimits,
): Reading {
  if (legs.length < 2) return { kind: 'idle', scope, reason: 'fewer than two symbols are held' };
  if (value === null)
    return { kind: 'missing', scope, reason: 'not enough common history of the symbols held' };
  return {
    kind: 'measured',
    scope,
    value,
    pauseAt: isLarge ? limits.correlation_mean_pairwise_above : 0,
    flattenAt: isLarge ? limits.correlation_flatten_above : 0,
    reason: `mean pairwise correlation of ${legs.length} positions, ${Math.round(grossExposureUsd)} USD gross on ${network}`,
  };
}

/**
 * With each leg's returns scaled to length 1, the squared length of their sum is n plus the sum over all
 * ordered pairs: the mean comes out without visiting the pairs.
 */
export function meanPairwiseCorrelation(legs: readonly Leg[]): number | null {
  const rows = commonRows(legs);
  if (rows.length < FEWEST_RETURNS + 1) return null;
  const sum = new Float64Array(rows.length - 1);
  let moving = 0;
  for (const leg of legs) {
    const unit = unitReturns(leg, rows);
    if (unit === null) continue;
    moving += 1;
    for (let t = 0; t < sum.length; t++) sum[t]! += unit[t]!;
  }
  if (moving < 2) return null;
  let squared = 0;
  for (const x of sum) squared += x * x;
  return (squared - moving) / (moving * (moving - 1));
}

/** Indices at which every leg has a close. */
function commonRows(legs: readonly Leg[]): readonly number[] {
  const rows: number[] = [];
  const length = Math.min(...legs.map(({ closes }) => closes.length));
  for (let row = 0; row < length; row++) {
    if (legs.every(({ closes }) => closes[row]! > 0)) rows.push(row);
  }
  return rows;
}

/**
 * Demeaned returns in the direction of the position, scaled to length 1; null for a price that never moved.
 */
function unitReturns({ closes, direction }: Leg, rows: readonly number[]): Float64Array | null {
  const returns = new Float64Array(rows.length - 1);
  let mean = 0;
  for (let t = 0; t < returns.length; t++) {
    returns[t] = direction * (closes[rows[t + 1]!]! / closes[rows[t]!]! - 1);
    mean += returns[t]! / returns.length;
  }
  let squared = 0;
  for (let t = 0; t < returns.length; t++) {
    returns[t]! -= mean;
    squared += returns[t]! * returns[t]!;
  }
  if (squared === 0) return null;
  const scale = 1 / Math.sqrt(squared);
  for (let t = 0; t < returns.length; t++) returns[t]! *= scale;
  return returns;
}
