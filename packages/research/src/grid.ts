/**
 * The grid of a sweep or a walk-forward: which combinations are tried, and when there are too many to ask.
 */
import type { Result, Timeframe } from '@platform/core';
import { type StrategyDefinition, valueFault } from '@platform/strategies';
import { type Axis, countOf, paramsAt, parseSpace, sampleOf } from './space';

/** Above this an experiment is refused until the user says how many to try. */
export const MOST_TRIALS = 100_000;
/** A rough figure for the estimate of an experiment that is refused. */
const BARS_PER_SECOND = 5e6;

/** Every value must be allowed by itself; combinations may still contradict each other. */
export function parseGrid(strategy: StrategyDefinition, text: string): Result<readonly Axis[], string> {
  const axes = parseSpace(text);
  if (!axes.ok) return axes;
  for (const { name, values } of axes.value) {
    for (const value of values) {
      const fault = valueFault(strategy.schema, name, value);
      if (fault !== undefined) return { ok: false, error: `${strategy.name}: ${name}=${value} ${fault}` };
    }
  }
  return axes;
}

/** How many, and how long they would take. */
export function tooMany(combinations: number, barCount: number, workers: number): string {
  const seconds = (combinations * barCount) / BARS_PER_SECOND / workers;
  return `${combinations.toLocaleString('en-US')} combinations would take about ${duration(seconds)}`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}

export interface ChosenTrials {
  /** The combinations that are tried; those whose parameters contradict each other are left out. */
  readonly indices: readonly number[];
  /** Of the slowest set. */
  readonly warmupBars: number;
}

export function chooseTrials(
  strategy: StrategyDefinition,
  timeframe: Timeframe,
  axes: readonly Axis[],
  size: number,
  seed: number,
): ChosenTrials {
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
  return { indices: indices.sort((a, b) => a - b), warmupBars };
}

/** What a strategy needs of a second market; undefined where it needs nothing. */
export function auxiliaryNeed(strategy: StrategyDefinition, timeframe: Timeframe): string | undefined {
  const defaults = strategy.parse({});
  const needs = defaults.ok ? strategy.datasets(defaults.value, timeframe) : [];
  const beyond = needs.find(({ input }) => input === 'spot' || input === 'pair');
  return beyond && `${strategy.name} needs ${beyond.kind} besides its bars`;
}

/**
 * A parameter that decides which market is read stays as it is: all trials of an experiment are made on the
 * same data.
 */
export function movingDataFault(
  strategy: StrategyDefinition,
  timeframe: Timeframe,
  axes: readonly Axis[],
): string | undefined {
  const symbolsWith = (given: object) => {
    const params = strategy.parse(given);
    if (!params.ok) return undefined;
    return strategy
      .datasets(params.value, timeframe)
      .map(({ input, symbol }) => `${input} ${symbol}`)
      .join();
  };
  const usual = symbolsWith({});
  // Markets are named, not numbered.
  const moving = axes.find(({ name, values }) =>
    values.some((value) => typeof value === 'string' && (symbolsWith({ [name]: value }) ?? usual) !== usual),
  );
  return moving && `${moving.name} decides which market is read: it cannot be varied`;
}
