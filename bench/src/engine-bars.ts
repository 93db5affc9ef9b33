/**
 * Generated bars for benchmarks: a seeded random walk with trends, quiet spans and jumps. The same on
 * every machine, because the generator is integer arithmetic and the walk is + - * / only. Strategies trade
 * on it about as often as on hourly bitcoin.
 */
import { BarSeries, DAY_MS, type FundingSeries, HOUR_MS, type Timeframe, timeframeMs } from '@platform/core';

const START_MS = 1_577_836_800_000; // 2020-01-01T00:00:00Z

/** Uniform in [0, 1): a 32-bit linear congruential generator. */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

export function generateBars(count: number, timeframe: Timeframe = '1h', seed = 7): BarSeries {
  const next = uniform(seed);
  const noise = () => next() + next() + next() + next() - 2;
  const bars = new BarSeries(count);
  let close = 20_000;
  let drift = 0;
  for (let i = 0; i < count; i++) {
    if (i % 500 === 0) drift = noise() * 0.0006;
    const open = close;
    // Pulled back to its origin, so that a million bars neither overflow nor vanish.
    close = open * (1 + drift + noise() * 0.006 + (20_000 - open) * 2e-9);
    const volume = 100 * (0.5 + next() * (next() > 0.95 ? 8 : 1));
    bars.append({
      openTimeMs: START_MS + i * timeframeMs(timeframe),
      open,
      high: Math.max(open, close) * (1 + next() * 0.0034),
      low: Math.min(open, close) * (1 - next() * 0.0034),
      close,
      volume,
      takerBuyVolume: volume * (close > open ? 0.5 + 0.5 * next() : 0.5 * next()),
    });
  }
  return bars;
}

/** A second market that follows `bars` loosely: the spot or the pair leg. */
export function generateCompanion(bars: BarSeries, seed = 11): BarSeries {
  const next = uniform(seed);
  const companion = new BarSeries(bars.length);
  let ratio = 1;
  for (let i = 0; i < bars.length; i++) {
    ratio += (1 - ratio) * 0.02 + (next() - 0.5) * 0.002;
    companion.append({
      openTimeMs: bars.openTimeMs[i]!,
      open: bars.open[i]! * ratio,
      high: bars.high[i]! * ratio,
      low: bars.low[i]! * ratio,
      close: bars.close[i]! * ratio,
      volume: bars.volume[i]!,
      takerBuyVolume: bars.takerBuyVolume[i]!,
    });
  }
  return companion;
}

/** Settlements every eight hours over the span of `bars`, with a slowly wandering rate. */
export function generateFunding(bars: BarSeries, seed = 13): FundingSeries {
  const next = uniform(seed);
  const fromMs = bars.openTimeMs[0]!;
  const untilMs = bars.openTimeMs[bars.length - 1]!;
  const count = Math.floor((untilMs - fromMs) / (8 * HOUR_MS)) + 1;
  const timeMs = new Float64Array(count);
  const rate = new Float64Array(count);
  let level = 0.0001;
  for (let i = 0; i < count; i++) {
    level = level * 0.9 + (next() - 0.48) * 0.0002;
    timeMs[i] = fromMs + (i * DAY_MS) / 3;
    rate[i] = level;
  }
  return { length: count, timeMs, rate };
}
