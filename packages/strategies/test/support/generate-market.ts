/**
 * Markets for tests, the same on every machine: a 32-bit generator and + - * / only. Regimes of a few dozen
 * bars follow each other: trends, chop, quiet, a constant price without volume, and bursts. Spot, pair and
 * funding series go with the bars.
 */
import { BarSeries, type FundingSeries, HOUR_MS, type Timeframe, timeframeMs } from '@platform/core';
import type { MarketSeries } from '@platform/strategies';

/** Monday 2024-01-01 00:00 UTC, which opens a bar of every time frame. */
const START_MS = 1_704_067_200_000;

export interface MarketOptions {
  readonly seed: number;
  readonly bars: number;
  readonly timeframe: Timeframe;
  readonly startPrice?: number;
  /** Every n-th bar of the auxiliary series is missing; 0 for none. */
  readonly missingEvery?: number;
  /** Trades on every bar in like amounts, whatever the regime. */
  readonly steadyVolume?: boolean;
}

/** Numerical Recipes' linear congruential generator; its high bits are good enough for prices. */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

interface Regime {
  readonly drift: number;
  readonly range: number;
  readonly volume: number;
}

const REGIMES: readonly Regime[] = [
  { drift: 0.004, range: 0.01, volume: 100 },
  { drift: -0.004, range: 0.01, volume: 120 },
  { drift: 0, range: 0.02, volume: 80 },
  { drift: 0, range: 0.002, volume: 20 },
  { drift: 0, range: 0, volume: 0 },
  { drift: 0.012, range: 0.03, volume: 600 },
  { drift: -0.012, range: 0.03, volume: 700 },
];

export function generateMarket(options: MarketOptions): Required<MarketSeries> {
  const { seed, timeframe, missingEvery = 97 } = options;
  const barMs = timeframeMs(timeframe);
  const bars = generateBars(options);
  return {
    bars,
    spot: shadowOf(bars, uniform(seed + 1), 0.002, missingEvery),
    pair: shadowOf(bars, uniform(seed + 2), 0.05, missingEvery),
    funding: generateFunding(uniform(seed + 3), START_MS + options.bars * barMs),
  };
}

function generateBars({
  seed,
  bars: count,
  timeframe,
  startPrice = 30_000,
  steadyVolume,
}: MarketOptions): BarSeries {
  const next = uniform(seed);
  const barMs = timeframeMs(timeframe);
  const bars = new BarSeries(count);
  let regime = REGIMES[0]!;
  let barsLeft = 0;
  let close = startPrice;
  for (let i = 0; i < count; i++) {
    if (barsLeft-- <= 0) {
      regime = REGIMES[Math.floor(next() * REGIMES.length)]!;
      barsLeft = 10 + Math.floor(next() * 40);
    }
    const open = close * (1 + (next() < 0.02 ? (next() - 0.5) * regime.range : 0));
    close = open * (1 + regime.drift * next() + (next() - 0.5) * regime.range);
    const high = Math.max(open, close) * (1 + (next() * regime.range) / 2);
    const low = Math.min(open, close) * (1 - (next() * regime.range) / 2);
    const volume = (steadyVolume ? 100 : regime.volume) * (next() < 0.05 ? 6 : 0.5 + next());
    const share = close > open ? 0.5 + next() / 2 : next() / 2;
    bars.append({
      openTimeMs: START_MS + i * barMs,
      open,
      high,
      low,
      close,
      volume,
      takerBuyVolume: volume * share,
    });
  }
  return bars;
}

/** A series that follows `bars` within `spread`, slowly swinging. */
function shadowOf(bars: BarSeries, next: () => number, spread: number, missingEvery: number): BarSeries {
  const shadow = new BarSeries(bars.length);
  let offset = 0;
  for (let i = 0; i < bars.length; i++) {
    offset = 0.95 * offset + (next() - 0.5) * spread;
    if (missingEvery > 0 && i % missingEvery === missingEvery - 1) continue;
    const { openTimeMs, open, high, low, close, volume, takerBuyVolume } = bars.at(i);
    const k = 1 + offset;
    shadow.append({
      openTimeMs,
      open: open * k,
      high: high * k,
      low: low * k,
      close: close * k,
      volume,
      takerBuyVolume,
    });
  }
  return shadow;
}

/** Settlements every 8 hours, now and then every 4, stamped a few milliseconds late. */
function generateFunding(next: () => number, untilMs: number): FundingSeries {
  const timeMs: number[] = [];
  const rate: number[] = [];
  let level = 0.0001;
  for (let t = START_MS; t < untilMs; t += (next() < 0.1 ? 4 : 8) * HOUR_MS) {
    level = 0.9 * level + (next() - 0.5) * 0.0006;
    timeMs.push(t + Math.floor(next() * 5));
    rate.push(level);
  }
  return { length: timeMs.length, timeMs: Float64Array.from(timeMs), rate: Float64Array.from(rate) };
}
