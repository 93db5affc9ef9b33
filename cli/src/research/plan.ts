/** From what the user typed to a plan that says which combinations are tried on which bars. */
import { availableParallelism } from 'node:os';
import { type BarSeries, DAY_MS, type FundingSeries, type Timeframe, timeframeMs } from '@platform/core';
import type { BacktestSettings } from '@platform/engine';
import {
  type Axis,
  countOf,
  OBJECTIVES,
  type Objective,
  paramsAt,
  parseSpace,
  sampleOf,
} from '@platform/research';
import type { StrategyDefinition } from '@platform/strategies';
import { loadBars } from '../backtest/bars';
import { readFundingFile } from '../backtest/csv';
import { UsageFailure } from '../backtest/failure';
import {
  type BacktestFlags,
  parseNumber,
  parseSettings,
  parseSpan,
  parseStrategy,
  parseSymbol,
  parseTimeframe,
  required,
} from '../backtest/options';

export interface SweepFlags extends BacktestFlags {
  readonly grid?: string;
  readonly objective?: string;
  readonly limit?: string;
  readonly seed?: string;
  readonly workers?: string;
  readonly output?: string;
}

export interface SweepPlan {
  readonly strategy: StrategyDefinition;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly settings: BacktestSettings;
  readonly axes: readonly Axis[];
  /** All combinations of the grid, tried or not. */
  readonly combinations: number;
  readonly objective: Objective;
  readonly seed: number;
  /** The combinations that are tried; those whose parameters contradict each other are left out. */
  readonly indices: readonly number[];
  readonly contradictory: number;
  readonly bars: BarSeries;
  readonly funding: FundingSeries | undefined;
  readonly firstBar: number;
  readonly days: number;
  readonly workers: number;
}

/** Above this a sweep is refused until the user says how many to try. */
const MOST_TRIALS = 100_000;
/** A rough figure for the estimate of a sweep that is refused. */
const BARS_PER_SECOND = 5e6;

export function planSweep(flags: SweepFlags, nowMs: number): SweepPlan {
  const strategy = parseStrategy(flags.strategy);
  const symbol = parseSymbol(flags.symbol);
  const timeframe = parseTimeframe(flags.timeframe, strategy);
  const settings = parseSettings(symbol, flags);
  const objective = parseObjective(flags.objective);
  const axes = parseGrid(strategy, required('--grid', flags.grid));
  const limit = parseNumber('--limit', flags.limit, 1, MOST_TRIALS);
  const seed = parseNumber('--seed', flags.seed, 0, 1e9) ?? 1;
  const workers = parseNumber('--workers', flags.workers, 1, 256) ?? availableParallelism();
  const span = parseSpan(flags);
  refuseAuxiliaries(strategy, timeframe);
  const combinations = countOf(axes);
  const { bars } = loadBars(required('--csv', flags.csv), timeframe, nowMs);
  if (combinations > MOST_TRIALS && limit === undefined) {
    const seconds = (combinations * bars.length) / BARS_PER_SECOND / workers;
    throw new UsageFailure(
      `${combinations.toLocaleString('en-US')} combinations would take about ${duration(seconds)}: ` +
        `coarsen --grid, or try a sample of them with --limit (at most ${MOST_TRIALS.toLocaleString('en-US')})`,
    );
  }
  const end = endOf(bars, span.toMs);
  const chosen = chooseTrials(strategy, timeframe, axes, Math.min(limit ?? combinations, combinations), seed);
  const firstBar = Math.max(firstInSpan(bars, span.fromMs), chosen.warmupBars - 1);
  if (firstBar >= end) {
    throw new UsageFailure(
      `${end} bars up to --to are too few: the slowest combination needs ${chosen.warmupBars} to warm up`,
    );
  }
  bars.length = end;
  const funding = flags.funding === undefined ? undefined : readFundingFile(flags.funding);
  const { indices, contradictory } = chosen;
  const days = daysFrom(bars, firstBar, timeframe);
  return {
    ...{ strategy, symbol, timeframe, settings, axes, combinations, objective, seed, indices, contradictory },
    ...{ bars, funding, firstBar, days, workers: Math.min(workers, indices.length) },
  };
}

function parseObjective(text = 'sharpe'): Objective {
  const objective = OBJECTIVES.find((name) => name === text);
  if (objective !== undefined) return objective;
  throw new UsageFailure(`--objective is one of ${OBJECTIVES.join(', ')}; not "${text}"`);
}

/** Every value must be allowed by itself; combinations may still contradict each other. */
function parseGrid(strategy: StrategyDefinition, text: string): readonly Axis[] {
  const axes = parseSpace(text);
  if (!axes.ok) throw new UsageFailure(`--grid: ${axes.error}`);
  for (const { name, values } of axes.value) {
    for (const value of [values[0]!, values.at(-1)!]) {
      const params = strategy.parse({ [name]: value });
      const fault = params.ok ? undefined : params.error.find(({ field }) => field === name || field === '');
      if (fault !== undefined)
        throw new UsageFailure(`--grid: ${strategy.name}: ${name}=${value} ${fault.message}`);
    }
  }
  return axes.value;
}

function refuseAuxiliaries(strategy: StrategyDefinition, timeframe: Timeframe): void {
  const defaults = strategy.parse({});
  const needs = defaults.ok ? strategy.datasets(defaults.value, timeframe) : [];
  const beyond = needs.find(({ input }) => input === 'spot' || input === 'pair');
  if (beyond === undefined) return;
  throw new UsageFailure(
    `${strategy.name} needs ${beyond.kind} besides its bars, which a sweep does not take yet`,
  );
}

function chooseTrials(
  strategy: StrategyDefinition,
  timeframe: Timeframe,
  axes: readonly Axis[],
  size: number,
  seed: number,
) {
  const indexOf = sampleOf(countOf(axes), size, seed);
  const indices: number[] = [];
  let warmupBars = 0;
  for (let k = 0; k < size; k++) {
    const index = indexOf(k);
    const params = strategy.parse(paramsAt(axes, index));
    if (!params.ok) continue;
    indices.push(index);
    warmupBars = Math.max(warmupBars, strategy.warmupBars(params.value, timeframe));
  }
  if (indices.length === 0) throw new UsageFailure('--grid: every combination contradicts itself');
  indices.sort((a, b) => a - b);
  return { indices, warmupBars, contradictory: size - indices.length };
}

function firstInSpan(bars: BarSeries, fromMs: number): number {
  const first = bars.openTimeMs.subarray(0, bars.length).findIndex((timeMs) => timeMs >= fromMs);
  return first < 0 ? bars.length : first;
}

function endOf(bars: BarSeries, toMs: number): number {
  const beyond = bars.openTimeMs.subarray(0, bars.length).findIndex((timeMs) => timeMs >= toMs);
  return beyond < 0 ? bars.length : beyond;
}

/** UTC days that the equity curve touches: a bar that closes at midnight ends its day. */
function daysFrom(bars: BarSeries, firstBar: number, timeframe: Timeframe): number {
  const day = (i: number) => Math.floor((bars.openTimeMs[i]! + timeframeMs(timeframe) - 1) / DAY_MS);
  return day(bars.length - 1) - day(firstBar) + 1;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
