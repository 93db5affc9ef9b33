/**
 * The 1,440 minute bars of one day, made from the day's open, close and volatility: a random walk tied down
 * at both ends, with volatility that clusters inside the day and a common minute factor. This loop is the
 * venue's history generator and runs at tens of nanoseconds a bar; keep it free of allocation.
 */
import { bytesToNormal, mix, RandomStream } from '../random';
import { type SymbolSpec, stepsPerUnit, ticksPerUnit } from '../symbols';
import type { Climate, SymbolDay } from './climate';

export const MINUTES_PER_DAY = 1440;

/** Prices in whole ticks, volumes in whole steps; every column has one entry per minute. */
export interface DayBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  readonly takerBuyVolume: Float64Array;
}

export function emptyDayBars(): DayBars {
  const column = () => new Float64Array(MINUTES_PER_DAY);
  return {
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    takerBuyVolume: column(),
  };
}

/** Busier hours of the UTC day move more. */
const HOURLY_ACTIVITY = [
  1.05, 0.95, 0.9, 0.85, 0.8, 0.8, 0.85, 0.95, 1.05, 1.05, 1, 1, 1.1, 1.3, 1.45, 1.4, 1.3, 1.15, 1.05, 1, 1,
  0.95, 0.95, 1,
];

/** The common factor of each minute of a day; a few hundred days are kept. */
export class MinuteFactors {
  private readonly days = new Map<number, Float32Array>();

  constructor(private readonly climate: Climate) {}

  day(index: number): Float32Array {
    const known = this.days.get(index);
    if (known !== undefined) return known;
    const random = new RandomStream(mix(this.climate.hash, index ^ 0x3c3c3c));
    const factors = new Float32Array(MINUTES_PER_DAY);
    for (let i = 0; i < MINUTES_PER_DAY; i++) factors[i] = bytesToNormal(random.next());
    if (this.days.size >= 400) this.days.delete(this.days.keys().next().value!);
    this.days.set(index, factors);
    return factors;
  }
}

const walk = new Float64Array(MINUTES_PER_DAY + 1);
const minuteMove = new Float64Array(MINUTES_PER_DAY);

export function fillDayBars(
  bars: DayBars,
  spec: SymbolSpec,
  day: SymbolDay,
  daySeed: number,
  factors: Float32Array,
): void {
  const random = new RandomStream(daySeed);
  layWalk(spec, day, random, factors);
  const { open, high, low, close, volume, takerBuyVolume } = bars;
  const openTicks = day.open * ticksPerUnit(spec);
  const stepsPerMinute = (spec.minuteTurnoverUsd / day.open) * stepsPerUnit(spec);
  const stepsPerMove = stepsPerMinute / day.minuteVolatility;
  const drift = (day.close / day.open - 1 - walk[MINUTES_PER_DAY]!) / MINUTES_PER_DAY;
  let previous = atLeastOne(Math.floor(openTicks + 0.5));
  for (let i = 0; i < MINUTES_PER_DAY; i++) {
    const bits = random.next();
    const move = minuteMove[i]!;
    const wick = openTicks * move;
    const last = atLeastOne(Math.floor(openTicks * (1 + walk[i + 1]! + drift * (i + 1)) + 0.5));
    const change = last - previous;
    const travelled = change < 0 ? -change : change;
    const effort = travelled / (travelled + wick + 1);
    const traded = Math.ceil(stepsPerMove * move * (0.25 + effort) * (0.3 + 0.0055 * ((bits >>> 16) & 255)));
    const buyShare = 0.5 + (change < 0 ? -0.22 : 0.22) * effort + 0.000625 * ((bits >>> 24) - 128);
    open[i] = previous;
    high[i] = (change > 0 ? last : previous) + Math.floor(wick * 0.004 * (bits & 255));
    low[i] = atLeastOne((change < 0 ? last : previous) - Math.floor(wick * 0.004 * ((bits >>> 8) & 255)));
    close[i] = last;
    volume[i] = traded;
    takerBuyVolume[i] = Math.floor(traded * buyShare);
    previous = last;
  }
}

function atLeastOne(ticks: number): number {
  return ticks < 1 ? 1 : ticks;
}

/** Cumulated returns from the open into `walk`, each minute's volatility into `minuteMove`. */
function layWalk(spec: SymbolSpec, day: SymbolDay, random: RandomStream, factors: Float32Array): void {
  const ownShare = Math.sqrt(1 - spec.marketBeta * spec.marketBeta);
  let level = 0;
  let cluster = 1;
  walk[0] = 0;
  for (let i = 0; i < MINUTES_PER_DAY; i++) {
    const move = day.minuteVolatility * cluster * HOURLY_ACTIVITY[(i / 60) | 0]!;
    const shock = spec.marketBeta * factors[i]! + ownShare * bytesToNormal(random.next());
    level += move * shock;
    if (i === day.jumpMinute) level += day.jumpReturn;
    cluster = 0.07 + 0.88 * cluster + 0.0625 * Math.abs(shock * cluster);
    walk[i + 1] = level;
    minuteMove[i] = move;
  }
}
