/**
 * Walk-forward: every window chooses the set that did best in its training and trades it in the test that
 * follows.
 *
 * Training is cut from one run per set over the whole span: a run knows nothing of later bars, so the days of
 * a window are what a run that ended with the window shows, byte for byte. Tests are runs of their own: each
 * begins flat, with an evaluator that warmed up in the purge, as a bot would that is started on that day;
 * what it still holds at the end is closed at its costs.
 */
import { DAY_MS, firstBarFrom, power, timeframeMs } from '@platform/core';
import type { BacktestResult } from '@platform/engine';
import type { CommonParams } from '@platform/strategies';
import { type Axis, placesOf } from './space';
import { MomentSums, momentsOf } from './statistics/moments';
import { ComparedTrials, type Overfitting } from './statistics/overfitting';
import { type Luck, luckOf } from './sweep';
import { blockSumsOf, figureOf, fillRow, hasRun, ROW_LENGTH, runFrom, type TrialMarket } from './trial';
import type { Window } from './windows';

/** Figures that the days of a window give. */
export const WINDOW_OBJECTIVES = ['sharpe', 'totalReturn', 'cagr', 'calmar'] as const;
export type WindowObjective = (typeof WINDOW_OBJECTIVES)[number];

/** What is kept of a set in each window, behind its row. */
const WINDOW_FIGURES = ['objective', 'sharpe', 'cagr'] as const;

const DAYS_PER_YEAR = 365;
const CALENDAR_YEAR = 365.25;

export function walkForwardRowLength(windows: readonly Window[]): number {
  return ROW_LENGTH + windows.length * WINDOW_FIGURES.length;
}

export interface DailyFigures {
  readonly sharpe: number;
  readonly totalReturn: number;
  readonly cagr: number;
  /** At the ends of days. */
  readonly maxDrawdownPct: number;
  readonly calmar: number;
}

/** NaN where a figure does not exist. */
export function dailyFigures(returns: Float64Array): DailyFigures {
  const { mean, deviation } = momentsOf(returns);
  let equity = 1;
  let peak = 1;
  let depth = 0;
  for (const dailyReturn of returns) {
    equity *= 1 + dailyReturn;
    if (equity > peak) peak = equity;
    else if ((peak - equity) / peak > depth) depth = (peak - equity) / peak;
  }
  const cagr = equity > 0 ? power(equity, CALENDAR_YEAR / returns.length) - 1 : -1;
  return {
    sharpe: deviation > 0 ? (mean / deviation) * Math.sqrt(DAYS_PER_YEAR) : Number.NaN,
    totalReturn: equity - 1,
    cagr,
    maxDrawdownPct: 100 * depth,
    calmar: depth > 0 ? cagr / depth : Number.NaN,
  };
}

/** One set over the whole span, and what it shows in the training of each window. */
export function runInSample(
  market: TrialMarket,
  params: CommonParams,
  windows: readonly Window[],
  objective: WindowObjective,
  row: Float64Array,
): void {
  const result = runFrom(market, params);
  fillRow(result, market.days, row);
  const firstDay = dayOfBar(market, market.firstBar);
  windows.forEach(({ trainFromMs, trainToMs }, w) => {
    const figures = dailyFigures(onDays(result.dailyReturns, firstDay, trainFromMs, trainToMs));
    row.set([figures[objective], figures.sharpe, figures.cagr], ROW_LENGTH + w * WINDOW_FIGURES.length);
  });
}

/** The UTC day that the point of a bar belongs to: a bar that closes at midnight ends its day. */
function dayOfBar({ bars, timeframe }: TrialMarket, bar: number): number {
  return Math.floor((bars.openTimeMs[bar]! + timeframeMs(timeframe) - 1) / DAY_MS);
}

export interface InSample {
  readonly objective: number;
  readonly sharpe: number;
  readonly cagr: number;
}

export function inSampleOf(row: Float64Array, w: number): InSample {
  const [objective, sharpe, cagr] = row.subarray(ROW_LENGTH + w * WINDOW_FIGURES.length);
  return { objective: objective!, sharpe: sharpe!, cagr: cagr! };
}

export interface OutOfSample {
  /** One per day of the test. */
  readonly dailyReturns: Float64Array;
  readonly trades: number;
}

export function runOutOfSample(market: TrialMarket, params: CommonParams, window: Window): OutOfSample {
  const { bars } = market;
  const first = firstBarFrom(bars, window.testFromMs);
  const end = firstBarFrom(bars, window.testToMs);
  const dayCount = (window.testToMs - window.testFromMs) / DAY_MS;
  if (end <= first) return idle(dayCount);
  const result = runFrom(market, params, first, end);
  const { testFromMs, testToMs } = window;
  const dailyReturns = onDays(result.dailyReturns, dayOfBar(market, first), testFromMs, testToMs);
  dailyReturns[dayCount - 1] = (1 + dailyReturns[dayCount - 1]!) * (1 - closingCost(market, result, end)) - 1;
  return { dailyReturns, trades: result.performance.trades };
}

export function idle(dayCount: number): OutOfSample {
  return { dailyReturns: new Float64Array(dayCount), trades: 0 };
}

/**
 * By day of a window: bars may be missing at either end, and the first return of weekly bars belongs to the
 * end of their first week.
 */
function onDays(returns: Float64Array, firstDay: number, fromMs: number, toMs: number): Float64Array {
  const skipped = firstDay - fromMs / DAY_MS;
  const days = new Float64Array((toMs - fromMs) / DAY_MS);
  const known = returns.subarray(Math.max(0, -skipped), Math.max(0, days.length - skipped));
  days.set(known, Math.min(days.length, Math.max(0, skipped)));
  return days;
}

/** What closing an open position would take of the last equity. */
function closingCost({ bars, settings }: TrialMarket, result: BacktestResult, end: number): number {
  const { roundtrips, performance } = result;
  const last = roundtrips.length > 0 ? roundtrips.at(roundtrips.length - 1) : undefined;
  if (last === undefined || last.exitTimeMs !== null || !(performance.finalEquity > 0)) return 0;
  const share = (last.quantity * bars.close[end - 1]!) / performance.finalEquity;
  return Math.min(1, (share * (settings.takerFeeBps + settings.slippageBps)) / 10_000);
}

export interface JudgedWindow extends Window {
  /** The combination that was traded; undefined where none could be chosen, and nothing was traded. */
  readonly chosen: number | undefined;
  readonly inSample: InSample | undefined;
  readonly outOfSample: DailyFigures & { readonly trades: number };
}

export interface WalkForwardVerdict {
  readonly windows: readonly JudgedWindow[];
  /** Share of tests with a positive net return. */
  readonly consistency: number;
  /**
   * Annualised return of the tests together / mean annualised return of their training; NaN where the latter
   * is not above 0.
   */
  readonly efficiency: number;
  readonly stitched: DailyFigures & {
    readonly fromMs: number;
    /** Equity at the end of each day, in units of the first. */
    readonly curve: readonly number[];
  };
  /**
   * Share of consecutive windows whose choices lie at most one step apart on every parameter; NaN for a
   * single window.
   */
  readonly stability: number;
  readonly luck: Luck | undefined;
  readonly overfitting: Overfitting | undefined;
  readonly failed: number;
}

/** What a window has seen so far: the set that does best in its training, the first of equals. */
interface Choice {
  readonly index: number;
  readonly inSample: InSample;
}

/**
 * Takes in the rows of a walk-forward in their order, and keeps the choice of every window and what luck is
 * judged by.
 */
export class WalkForwardJudge {
  private readonly choices: (Choice | undefined)[];
  private readonly compared: ComparedTrials;
  private readonly dailySharpes = new MomentSums();
  private done = 0;
  private failed = 0;

  constructor(
    private readonly axes: readonly Axis[],
    private readonly windows: readonly Window[],
    trialCount: number,
  ) {
    this.choices = windows.map(() => undefined);
    this.compared = new ComparedTrials(trialCount);
  }

  add(index: number, row: Float64Array): void {
    const isDone = hasRun(row);
    this.compared.add(isDone ? blockSumsOf(row) : undefined);
    if (!isDone) {
      this.failed += 1;
      return;
    }
    this.done += 1;
    this.dailySharpes.add(figureOf(row, 'dailySharpe'));
    this.choices.forEach((before, w) => {
      const inSample = inSampleOf(row, w);
      if (Number.isNaN(inSample.objective)) return;
      if (before === undefined || inSample.objective > before.inSample.objective)
        this.choices[w] = { index, inSample };
    });
  }

  /** The combination that each window trades in its test; undefined where no set has the figure. */
  get chosen(): readonly (number | undefined)[] {
    return this.choices.map((choice) => choice?.index);
  }

  /** With the test of every window. */
  verdict(tests: readonly OutOfSample[], trialsEver: number): WalkForwardVerdict {
    const { axes, windows, done, failed } = this;
    const judged = windows.map((window, w) => {
      const { dailyReturns, trades } = tests[w]!;
      return {
        ...window,
        chosen: this.choices[w]?.index,
        inSample: this.choices[w]?.inSample,
        outOfSample: { ...dailyFigures(dailyReturns), trades },
      };
    });
    const returns = Float64Array.from(tests.flatMap(({ dailyReturns }) => [...dailyReturns]));
    const stitched = dailyFigures(returns);
    const curve: number[] = [];
    for (const dailyReturn of returns) curve.push((curve.at(-1) ?? 1) * (1 + dailyReturn));
    const { count, mean, deviation, skewness, kurtosis } = momentsOf(returns);
    const record = { dailySharpe: mean / deviation, days: count, skewness, kurtosis };
    const luck = () => luckOf(record, done, this.dailySharpes.moments, Math.max(trialsEver, done));
    return {
      windows: judged,
      consistency: share(judged, ({ outOfSample }) => outOfSample.totalReturn > 0),
      efficiency: efficiencyOf(judged, stitched.cagr),
      stitched: { ...stitched, fromMs: windows[0]!.testFromMs, curve },
      stability: stabilityOf(axes, judged),
      luck: deviation > 0 ? luck() : undefined,
      overfitting: this.compared.overfitting(),
      failed,
    };
  }
}

function share<T>(values: readonly T[], isCounted: (value: T) => boolean): number {
  return values.filter(isCounted).length / values.length;
}

/** Of the tests as one: a test of a few weeks that is annualised by itself would outweigh all others. */
function efficiencyOf(windows: readonly JudgedWindow[], stitchedCagr: number): number {
  const trained = windows.reduce((sum, { inSample }) => sum + (inSample?.cagr ?? 0), 0) / windows.length;
  return trained > 0 ? stitchedCagr / trained : Number.NaN;
}

function stabilityOf(axes: readonly Axis[], windows: readonly JudgedWindow[]): number {
  const choices = windows.flatMap(({ chosen }) => (chosen === undefined ? [] : [placesOf(axes, chosen)]));
  const steps = choices.slice(1).map((places, k) => {
    const before = choices[k]!;
    return places.every((place, a) => Math.abs(place - before[a]!) <= 1);
  });
  return share(steps, (isNear) => isNear);
}

/** What the specification asks of a strategy before it is promoted. */
export const PROMOTION_THRESHOLDS = { sharpe: 0.5, consistency: 0.5, maxDrawdownPct: 30, cagr: 0 } as const;

export function passes({ stitched, consistency }: WalkForwardVerdict): Record<string, boolean> {
  return {
    sharpe: stitched.sharpe > PROMOTION_THRESHOLDS.sharpe,
    consistency: consistency > PROMOTION_THRESHOLDS.consistency,
    maxDrawdownPct: stitched.maxDrawdownPct < PROMOTION_THRESHOLDS.maxDrawdownPct,
    cagr: stitched.cagr > PROMOTION_THRESHOLDS.cagr,
  };
}
