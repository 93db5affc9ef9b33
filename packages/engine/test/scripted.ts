/**
 * A strategy that wants what a script says, and bars made by hand: every rule of execution can be checked
 * with a pencil.
 */
import { BarSeries, type FundingSeries, HOUR_MS, ok } from '@platform/core';
import {
  type BacktestInput,
  type BacktestResult,
  type BacktestSettings,
  defaultSettings,
  runBacktest,
} from '@platform/engine';
import {
  type CommonParams,
  type Evaluator,
  type StrategyDefinition,
  strategies,
  type Target,
} from '@platform/strategies';

/**
 * The sizing window needs 36 returns, so decisions begin on bar 36: the last of the quiet bars before the
 * story.
 */
export const FIRST_BAR = 36;
export const START_MS = Date.parse('2026-01-01T00:00:00Z');

/** What the script wants after a bar of the story; bar 0 of the story is bar 36 of the series. */
export interface Wish {
  readonly target: Target;
  readonly sl?: number;
  readonly tp?: number;
}
export type Script = Readonly<Record<number, Wish>>;

class ScriptedEvaluator implements Evaluator {
  stopPrice = Number.NaN;
  takeProfitPrice = Number.NaN;
  sizeScale = 1;
  reason = 'script';
  private target: Target = 0;

  constructor(private readonly script: Script) {}

  evaluate(_market: unknown, i: number): Target {
    const wish = this.script[i - FIRST_BAR];
    if (wish !== undefined) {
      this.target = wish.target;
      this.stopPrice = wish.sl ?? Number.NaN;
      this.takeProfitPrice = wish.tp ?? Number.NaN;
    }
    return this.target;
  }

  state() {
    return { target: this.target };
  }

  restore(): void {}
}

export function scripted(script: Script): StrategyDefinition {
  return {
    name: 'scripted',
    title: 'Scripted',
    summary: 'Does what the test says.',
    status: 'in_progress',
    validatedTimeframes: [],
    timeframes: ['1h'],
    lines: [],
    gauges: [],
    schema: strategies[0]!.schema,
    parse: (input) => ok(input as CommonParams),
    warmupBars: () => FIRST_BAR + 1,
    datasets: () => [],
    create: () => new ScriptedEvaluator(script),
  };
}

/** Open, high, low, close. */
export type Prices = readonly [open: number, high: number, low: number, close: number];

/** 37 quiet bars at 100 (the last is bar 0 of the story), then the given bars. */
export function story(bars: readonly Prices[]): BarSeries {
  const quiet = Array.from({ length: FIRST_BAR + 1 }, (): Prices => [100, 100, 100, 100]);
  const series = new BarSeries(64);
  for (const [i, [open, high, low, close]] of [...quiet, ...bars].entries()) {
    const openTimeMs = START_MS + i * HOUR_MS;
    series.append({ openTimeMs, open, high, low, close, volume: 1, takerBuyVolume: 0 });
  }
  return series;
}

/** Open time of bar `n` of the story. */
export const storyTimeMs = (n: number): number => START_MS + (FIRST_BAR + n) * HOUR_MS;

export function settlements(...entries: readonly (readonly [timeMs: number, rate: number])[]): FundingSeries {
  return {
    length: entries.length,
    timeMs: Float64Array.from(entries, ([timeMs]) => timeMs),
    rate: Float64Array.from(entries, ([, rate]) => rate),
  };
}

/** No costs, the whole equity, no stops: each test turns on what it is about. */
export const PLAIN: Partial<BacktestSettings> = {
  takerFeeBps: 0,
  slippageBps: 0,
  sizing: 'full',
  stops: false,
};

export function scriptedInput(
  script: Script,
  bars: BarSeries,
  settings: Partial<BacktestSettings> = PLAIN,
  funding?: FundingSeries,
  sizeHint: CommonParams['size_hint'] = { kind: 'fixed', value: 1 },
): BacktestInput {
  return {
    strategy: scripted(script),
    params: { allow_short: true, size_hint: sizeHint },
    symbol: 'BTCUSDT',
    timeframe: '1h',
    market: funding === undefined ? { bars } : { bars, funding },
    settings: { ...defaultSettings('BTCUSDT'), ...PLAIN, ...settings },
  };
}

/** A result with its logs read out, as tests compare them. */
export function readOut(result: BacktestResult) {
  const { signals, fills, roundtrips, points, ...rest } = result;
  return {
    ...rest,
    signals: signals.toArray(),
    fills: fills.toArray(),
    roundtrips: roundtrips.toArray(),
    equity: [...points.equity],
    timesMs: points.times(),
  };
}

export function runScripted(...args: Parameters<typeof scriptedInput>) {
  return readOut(runBacktest(scriptedInput(...args)));
}
