/**
 * What a strategy is. One definition per folder, one registry, two callers: the bot's live loop and the
 * backtest. Everything here is deterministic: no clock, no randomness, no I/O, only + - * / sqrt, comparisons
 * and core's fixed `log`.
 */
import type { BarSeries, FundingSeries, Result, Timeframe } from '@platform/core';
import type { TObject } from 'typebox';

/** The side a strategy wants to hold after a bar: 1 long, -1 short, 0 flat. */
export type Target = -1 | 0 | 1;

/** Everything an evaluator may read. Auxiliary series are aligned by time, never by index. */
export interface MarketSeries {
  readonly bars: BarSeries;
  /** Spot bars of the same symbol and time frame. */
  readonly spot?: BarSeries;
  /** Bars of the second symbol of a pair, same time frame. */
  readonly pair?: BarSeries;
  readonly funding?: FundingSeries;
}

/** The discrete memory of an evaluator (held target, bars held …) that a restarted bot restores. */
export type EvaluatorState = Readonly<Record<string, number>>;

/**
 * Incremental: called once for every bar in order, from bar 0 of the series; O(1) amortised and without
 * allocation.
 */
export interface Evaluator {
  /**
   * Consumes bar `i` and returns the target after it, flat before the warm-up is over. Reads nothing beyond
   * `i`.
   */
  evaluate(market: MarketSeries, i: number): Target;
  /** The natural stop of the latest target; NaN when the strategy has none. */
  stopPrice: number;
  /** The natural take-profit of the latest target; NaN when the strategy has none. */
  takeProfitPrice: number;
  /** Multiplies the size hint's value; 1 for most strategies. */
  sizeScale: number;
  /** Why the latest target is what it is; one of a few constant strings. */
  reason: string;
  /**
   * After the bar consumed last: the definition's `lines`, then its `gauges`; NaN before there is a value.
   * For charts only.
   */
  lineValues?(): readonly number[];
  /** What must be stored between restarts; plain JSON once the warm-up is over. */
  state(): EvaluatorState;
  /** Called after the warm-up bars, the last of which is the bar that `state` was taken at. */
  restore(state: EvaluatorState): void;
}

/**
 * An evaluator that consumes a run of bars in one call, its state in locals meanwhile: about twice as fast in
 * a backtest. Its `evaluate` is a run of one bar, so that there is still one implementation.
 */
export interface RunEvaluator extends Evaluator {
  /** The target after the bar consumed last, had the warm-up been over. */
  readonly target: Target;
  /**
   * Consumes bars from `from` to `until - 1`, but none after one with another target than `held`; returns the
   * next bar. Bars of the warm-up go through `evaluate`.
   */
  evaluateRun(market: MarketSeries, from: number, until: number, held: Target): number;
}

export type SizeHint = { readonly kind: 'vol_target' | 'fixed'; readonly value: number };

/** Emitted only when the target changes: an entry, a flip, or an exit (a flip to flat). */
export interface Signal {
  readonly openTimeMs: number;
  readonly side: 'long' | 'short' | 'flat';
  readonly sizeHint: SizeHint;
  readonly sl: number | null;
  readonly tp: number | null;
  readonly reason: string;
}

/** Parameters every strategy has. */
export interface CommonParams {
  readonly allow_short: boolean;
  readonly size_hint: SizeHint;
}

export type DatasetKind = 'spot_klines' | 'perp_klines' | 'funding_rates';

/** A series the strategy cannot run without. */
export interface DatasetNeed {
  readonly kind: DatasetKind;
  /** Which input of MarketSeries it becomes. */
  readonly input: 'bars' | 'spot' | 'pair' | 'funding';
  /** Set where it is not the bot's own symbol. */
  readonly symbol?: string;
  /** Bars, or settlements where the series is funding. */
  readonly lookbackBars: number;
}

export interface ParamFault {
  /** JSON pointer without the leading slash, e.g. "atr_period" or "size_hint/value". */
  readonly field: string;
  readonly message: string;
}

export interface StrategyDefinition<P extends CommonParams = CommonParams> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly status: 'validated' | 'in_progress';
  readonly validatedTimeframes: readonly Timeframe[];
  /** Time frames the definition makes sense on. */
  readonly timeframes: readonly Timeframe[];
  /** JSON schema with titles, descriptions, defaults and ranges; the console builds its form from it. */
  readonly schema: TObject;
  /**
   * Titles of what the evaluator computes on the scale of the price and a chart can draw: `lineValues` of the
   * evaluator.
   */
  readonly lines: readonly string[];
  /**
   * Titles of what it decides by on a scale of its own, drawn below the price; after `lines` in `lineValues`.
   */
  readonly gauges: readonly string[];
  /** Fills defaults; refuses unknown fields and values out of range, naming each field. */
  parse(input: unknown): Result<P, readonly ParamFault[]>;
  warmupBars(params: P, timeframe: Timeframe): number;
  datasets(params: P, timeframe: Timeframe): readonly DatasetNeed[];
  create(params: P, timeframe: Timeframe): Evaluator;
}
