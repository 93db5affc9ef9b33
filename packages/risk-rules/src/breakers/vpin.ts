/**
 * Volume-synchronised probability of informed trading, per symbol: bars are poured into buckets of equal
 * volume, and the toxicity is the mean imbalance between taker buys and taker sells over the last buckets. A
 * bucket is a fixed share of the symbol's average day, re-estimated when a UTC day of the data's own clock
 * ends.
 */
import { type RiskLimits, scopeText } from '@platform/contracts';
import { DAY_MS } from '@platform/core';
import { type BreakerRule, type Observed, PORTFOLIO, type Reading } from './rule';

export interface VolumeBar {
  readonly openTimeMs: number;
  readonly volume: number;
  readonly takerBuyVolume: number;
}

export interface SymbolBars {
  readonly symbol: string;
  readonly barMs: number;
  /** Closed bars that no earlier observation carried, in time order. */
  readonly bars: readonly VolumeBar[];
}

export interface VpinObservation {
  readonly symbols: readonly SymbolBars[];
}

export interface ToxicityMemory {
  readonly day: number;
  readonly dayVolume: number;
  readonly dayBars: number;
  /** 0 until the first estimate. */
  readonly bucketVolume: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  /** Imbalance of each full bucket, 0 to 1, oldest first. */
  readonly imbalances: readonly number[];
}

export type VpinMemory = ReadonlyMap<string, ToxicityMemory>;

/** Bars that an estimate of a symbol's volume takes, or a whole day of longer ones. */
const ESTIMATE_BARS = 60;

const EMPTY: ToxicityMemory = {
  day: 0,
  dayVolume: 0,
  dayBars: 0,
  bucketVolume: 0,
  buyVolume: 0,
  sellVolume: 0,
  imbalances: [],
};

export const vpin: BreakerRule<VpinMemory, VpinObservation> = {
  breaker: 'vpin',
  initialMemory: new Map(),

  observe(memory, { symbols }, limits): Observed<VpinMemory> {
    const next = new Map(
      symbols.map(({ symbol, barMs, bars }) => [
        symbol,
        bars.reduce((kept, bar) => pour(kept, bar, barMs, limits), memory.get(symbol) ?? EMPTY),
      ]),
    );
    const readings = [...next].map(([symbol, kept]) => readingOf(symbol, kept, limits));
    const idle: Reading = { kind: 'idle', scope: PORTFOLIO, reason: 'no symbol is traded' };
    return { memory: next, readings: readings.length === 0 ? [idle] : readings };
  },
};

/** The mean imbalance of the window, or null until the window is full. */
export function toxicity({ imbalances }: ToxicityMemory, windowBuckets: number): number | null {
  if (imbalances.length < windowBuckets) return null;
  let sum = 0;
  for (const imbalance of imbalances.slice(-windowBuckets)) sum += imbalance;
  return sum / windowBuckets;
}

function readingOf(symbol: string, memory: ToxicityMemory, limits: RiskLimits): Reading {
  const scope = scopeText({ kind: 'symbol', symbol });
  const value = toxicity(memory, limits.vpin_window_buckets);
  if (value === null) return { kind: 'missing', scope, reason: 'not enough volume seen yet' };
  return {
    kind: 'measured',
    scope,
    value,
    pauseAt: limits.vpin_pause_above,
    flattenAt: limits.vpin_flatten_above,
    reason: 'order-flow toxicity of the symbol',
  };
}

function pour(memory: ToxicityMemory, bar: VolumeBar, barMs: number, limits: RiskLimits): ToxicityMemory {
  const sized = resize(memory, bar, barMs, limits.vpin_buckets_per_day);
  const { bucketVolume } = sized;
  if (bucketVolume <= 0 || bar.volume <= 0) return sized;
  const buyShare = Math.min(1, bar.takerBuyVolume / bar.volume);
  const room = Math.max(0, bucketVolume - sized.buyVolume - sized.sellVolume);
  if (bar.volume < room) {
    const buyVolume = sized.buyVolume + bar.volume * buyShare;
    return { ...sized, buyVolume, sellVolume: sized.sellVolume + bar.volume * (1 - buyShare) };
  }
  const window = limits.vpin_window_buckets;
  const overflow = bar.volume - room;
  // A bar may fill many buckets, all with its own imbalance; more than the window of them change nothing.
  const fullBuckets = Math.min(window, Math.floor(overflow / bucketVolume));
  const rest = overflow % bucketVolume;
  const first = imbalance(sized.buyVolume + room * buyShare, sized.sellVolume + room * (1 - buyShare));
  const further = new Array<number>(fullBuckets).fill(imbalance(buyShare, 1 - buyShare));
  return {
    ...sized,
    buyVolume: rest * buyShare,
    sellVolume: rest * (1 - buyShare),
    imbalances: [...sized.imbalances, first, ...further].slice(-window),
  };
}

function imbalance(buyVolume: number, sellVolume: number): number {
  const total = buyVolume + sellVolume;
  return total > 0 ? Math.min(1, Math.abs(buyVolume - sellVolume) / total) : 0;
}

/**
 * Counts the bar into its day and re-estimates the bucket at the end of a day, or as soon as there is
 * anything to go by.
 */
function resize(
  memory: ToxicityMemory,
  bar: VolumeBar,
  barMs: number,
  bucketsPerDay: number,
): ToxicityMemory {
  const day = Math.floor(bar.openTimeMs / DAY_MS);
  const dayEnded = day !== memory.day && memory.dayBars > 0;
  const canEstimate = memory.dayBars >= Math.max(1, Math.min(ESTIMATE_BARS, DAY_MS / barMs));
  const isFirstEstimate = memory.bucketVolume === 0;
  const barsPerBucket = DAY_MS / barMs / bucketsPerDay;
  const estimate = canEstimate ? (memory.dayVolume / memory.dayBars) * barsPerBucket : 0;
  const bucketVolume = (dayEnded || isFirstEstimate) && estimate > 0 ? estimate : memory.bucketVolume;
  const counted = dayEnded ? { dayVolume: 0, dayBars: 0 } : memory;
  return {
    ...memory,
    day,
    bucketVolume,
    dayVolume: counted.dayVolume + bar.volume,
    dayBars: counted.dayBars + 1,
  };
}
