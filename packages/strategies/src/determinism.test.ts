/**
 * What must hold for every strategy of the registry, whatever its rule: the same bars give the same bytes
 * however they arrive, nothing looks ahead, and a bot that starts later or restarts decides like one that
 * never stopped.
 */
import { BarSeries, type Timeframe, timeframeMs } from '@platform/core';
import { describe, expect, it } from 'vitest';
import { generateMarket } from '../test/support/generate-market';
import { RehearsedBot } from '../test/support/rehearsed-bot';
import { canonicalText, paramsOf, runStrategy, strategyNamed } from '../test/support/run';
import { fundingBefore, sliceMarket } from '../test/support/slices';
import { type MarketSeries, strategies } from './index';

/** Parameters with a short memory, so that a few thousand bars hold many decisions. */
const QUICK: Readonly<Record<string, object>> = {
  supertrend: { atr_period: 5, multiplier: 2 },
  ewmac: { fast: 4, slow: 12, vol_span: 10 },
  hurst_regime_switcher: { fast: 4, slow: 12, z_lookback: 20 },
  rsi_mean_reversion: { period: 6 },
  vwap_stretch_mr: { atr_period: 6, lookback: 24, stretch: 1.5 },
  basis_revert: { lookback: 40 },
  pairs_mr: { lookback: 40 },
  tsmom: { lookback: 30 },
  vpin_impulse: { buckets: 20 },
};
/** Two bots of these can hold the same side for a different number of bars: they meet when both are flat. */
const COUNT_BARS_HELD = ['volume_spike_breakout', 'opening_range_breakout'];

const TIMEFRAME: Timeframe = '4h';
const BARS = 3000;
const market = generateMarket({ seed: 11, bars: BARS, timeframe: TIMEFRAME });
/** Whole days of trading and no missing bar: a warm-up counts bars, and expects them to hold data. */
const gapless = generateMarket({
  seed: 12,
  bars: BARS,
  timeframe: TIMEFRAME,
  missingEvery: 0,
  steadyVolume: true,
});

const quick = (name: string) => QUICK[name] ?? {};
const run = (name: string, series: MarketSeries) => runStrategy(name, quick(name), series, TIMEFRAME);
const bot = (name: string) => new RehearsedBot(name, quick(name), TIMEFRAME);

function warmup(name: string): number {
  const strategy = strategyNamed(name);
  return strategy.warmupBars(paramsOf(strategy, quick(name)), TIMEFRAME);
}

/** Appends the bars of `whole` that are not in `part` yet and open no later than `lastOpenMs`. */
function grow(part: BarSeries, whole: BarSeries, lastOpenMs: number): void {
  for (let k = part.length; k < whole.length && whole.openTimeMs[k]! <= lastOpenMs; k++)
    part.append(whole.at(k));
}

/**
 * Feeds a growing market `chunk` bars at a time, as a bot receives it, auxiliary series and funding included.
 */
function feedInChunks(name: string, whole: Required<MarketSeries>, chunk: number): string[] {
  const fed = bot(name);
  const grown = { bars: new BarSeries(4), spot: new BarSeries(4), pair: new BarSeries(4) };
  for (let from = 0; from < whole.bars.length; from += chunk) {
    const until = Math.min(from + chunk, whole.bars.length);
    const lastOpenMs = whole.bars.openTimeMs[until - 1]!;
    for (const input of ['bars', 'spot', 'pair'] as const) grow(grown[input], whole[input], lastOpenMs);
    const funding = fundingBefore(whole.funding, lastOpenMs + timeframeMs(TIMEFRAME));
    for (let i = from; i < until; i++) fed.step({ ...grown, funding });
  }
  return fed.emissions.filter((line) => line !== '');
}

/** A bot that sees every bar of the gapless market, and what it would have stored after each. */
function neverStopped(name: string): { emissions: string[]; stored: string[]; held: number[] } {
  const never = bot(name);
  const stored: string[] = [];
  const held: number[] = [];
  for (let i = 0; i < BARS; i++) {
    never.step(gapless);
    stored.push(never.stored());
    held.push(never.held);
  }
  return { emissions: never.emissions, stored, held };
}

describe.each(strategies.map((strategy) => strategy.name))('%s', (name) => {
  const whole = run(name, market);
  const wholeText = canonicalText(whole);

  it('a strategy gives identical bytes in 100 runs, and enough signals for that to mean something', () => {
    expect(whole.length).toBeGreaterThan(10);
    for (let k = 0; k < 100; k++) expect(canonicalText(run(name, market))).toBe(wholeText);
  });

  it.each([1, 7, BARS])('a strategy gives identical bytes when fed %i bars at a time', (chunk) => {
    expect(`${feedInChunks(name, market, chunk).join('\n')}\n`).toBe(wholeText);
  });

  it('a strategy does not look ahead: without the future the past signals are the same', () => {
    for (let cut = 50; cut < BARS; cut += 50) {
      const past = canonicalText(run(name, sliceMarket(market, TIMEFRAME, 0, cut)));
      expect(past).toBe(canonicalText(whole.filter(({ bar }) => bar < cut)));
    }
  });

  it('emits nothing before its warm-up and only changes after it', () => {
    expect(whole[0]!.bar).toBeGreaterThanOrEqual(warmup(name) - 1);
    for (let k = 1; k < whole.length; k++) expect(whole[k]!.signal.side).not.toBe(whole[k - 1]!.signal.side);
  });

  it('a strategy restarted in mid-trade decides like a bot that never stopped', () => {
    const warmupBars = warmup(name);
    const never = neverStopped(name);
    let restarts = 0;
    for (let last = 2 * warmupBars; last < BARS - 100; last += 17) {
      if (never.held[last] === 0) continue;
      const part = sliceMarket(gapless, TIMEFRAME, last - warmupBars + 1, last + 101);
      const restarted = bot(name);
      for (let i = 0; i < warmupBars; i++) restarted.step(part);
      restarted.restore(never.stored[last]!);
      for (let i = 0; i < 100; i++) restarted.step(part);
      expect(restarted.emissions.slice(warmupBars)).toEqual(never.emissions.slice(last + 1, last + 101));
      restarts += 1;
    }
    expect(restarts).toBeGreaterThan(5);
  });

  it('a strategy does not remember where the series began: a later start gives the same signals', () => {
    const warmupBars = warmup(name);
    const never = neverStopped(name);
    for (const start of [1, 17, 100, 331, 500, 777, 1000]) {
      const later = bot(name);
      const part = sliceMarket(gapless, TIMEFRAME, start, BARS);
      const decided = start + warmupBars - 1;
      const flip = never.emissions.findIndex((line, bar) => bar > decided && line !== '');
      let met = -1;
      for (let bar = start; bar < BARS; bar++) {
        later.step(part);
        const isFlatOrFree = !COUNT_BARS_HELD.includes(name) || later.held === 0;
        if (met < 0 && bar >= flip && isFlatOrFree && later.stored() === never.stored[bar]) met = bar;
      }
      if (!COUNT_BARS_HELD.includes(name)) expect(met).toBe(flip);
      expect(met).toBeGreaterThan(0);
      expect(later.emissions.slice(met + 1 - start)).toEqual(never.emissions.slice(met + 1));
    }
  });
});
