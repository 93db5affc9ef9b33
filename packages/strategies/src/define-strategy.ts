/**
 * What all strategies share, said once: warm-up never below the 36-return sizing window, the bars themselves
 * as first dataset, parameters parsed by schema. A strategy file states only what is its own.
 */
import { TIMEFRAMES, type Timeframe } from '@platform/core';
import type { TObject } from 'typebox';
import { parseParams } from './params';
import type { CommonParams, DatasetNeed, Evaluator, ParamFault, StrategyDefinition } from './types';

/** 36 close-to-close returns, which sizing needs, take 37 bars. */
const SIZING_BARS = 37;

interface StrategySpec<P extends CommonParams> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly validatedTimeframes?: readonly Timeframe[];
  readonly timeframes?: readonly Timeframe[];
  readonly schema: TObject;
  readonly lines?: readonly string[];
  readonly gauges?: readonly string[];
  /** Faults that only show when fields are compared with each other. */
  readonly rules?: (params: P) => readonly ParamFault[];
  readonly warmupBars: (params: P, timeframe: Timeframe) => number;
  /** Series beyond the bars of the bot's own symbol. */
  readonly auxiliaries?: (params: P, warmupBars: number) => readonly DatasetNeed[];
  readonly create: (params: P, warmupBars: number, timeframe: Timeframe) => Evaluator;
}

export function defineStrategy<P extends CommonParams>(spec: StrategySpec<P>): StrategyDefinition<P> {
  const warmupBars = (params: P, timeframe: Timeframe) =>
    Math.max(SIZING_BARS, spec.warmupBars(params, timeframe));
  return {
    name: spec.name,
    title: spec.title,
    summary: spec.summary,
    status: spec.validatedTimeframes ? 'validated' : 'in_progress',
    validatedTimeframes: spec.validatedTimeframes ?? [],
    timeframes: spec.timeframes ?? TIMEFRAMES,
    schema: spec.schema,
    lines: spec.lines ?? [],
    gauges: spec.gauges ?? [],
    parse: (input) => parseParams(spec.schema, input, spec.rules),
    warmupBars,
    datasets: (params, timeframe) => {
      const lookbackBars = warmupBars(params, timeframe);
      return [
        { kind: 'perp_klines', input: 'bars', lookbackBars },
        ...(spec.auxiliaries?.(params, lookbackBars) ?? []),
      ];
    },
    create: (params, timeframe) => spec.create(params, warmupBars(params, timeframe), timeframe),
  };
}

/** The fault of one field, where there is one. */
export function fault(field: string, isFaulty: boolean, message: string): readonly ParamFault[] {
  return isFaulty ? [{ field, message }] : [];
}
