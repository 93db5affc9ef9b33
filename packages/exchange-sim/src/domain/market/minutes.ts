/**
 * The 1,440 minute bars of one day, made from the day's open, close and volatility: a random walk tied down at both ends,
 * with volatility that clusters inside the day and a common minute factor. This loop is the venue's history generator and
 * runs at tens of nanoseconds a bar; keep it free of allocation.
 */
import { bytesToNormal, mix, RandomStream } from '../random';
import type { SymbolSpec } from '../symbols';
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
  const ticksPerUnit = 10 ** spec.priceDecimals;
  const stepsPerMinute = (spec.minuteTurnoverUsd / day.open) * 10 ** spec.quantityDecimals;
  const span = day.close / day.open - 1;
  const drift = (span - walk[MINUTES_PER_DAY]!) / MINUTES_PER_DAY;
  const openTicks = day.open * ticksPerUnit;
  let previous = Math.max(1, Math.round(openTicks));
  for (let i = 0; i < MINUTES_PER_DAY; i++) {
    const close = Math.max(1, Math.round(openTicks * (1 + walk[i + 1]! + drift * (i + 1))));
    const bits = random.next();
    const wick = openTicks * minuteMove[i]!;
    const top = Math.max(previous, close) + Math.floor(wick * (bits & 255) * 0.004);
    const bottom = Math.min(previous, close) - Math.floor(wick * ((bits >>> 8) & 255) * 0.004);
    const size = Math.abs(close - previous) / (wick + 1);
    const volume = Math.ceil(
      stepsPerMinute *
        (0.25 + 0.5 * size) *
        (0.3 + ((bits >>> 16) & 255) / 182) *
        (minuteMove[i]! / day.minuteVolatility),
    );
    const buyShare = 0.5 + 0.22 * ((close - previous) / (Math.abs(close - previous) + wick + 1));
    bars.open[i] = previous;
    bars.high[i] = top;
    bars.low[i] = bottom < 1 ? 1 : bottom;
    bars.close[i] = close;
    bars.volume[i] = volume;
    bars.takerBuyVolume[i] = Math.round(volume * (buyShare + ((bits >>> 24) - 128) / 1600));
    previous = close;
  }
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
