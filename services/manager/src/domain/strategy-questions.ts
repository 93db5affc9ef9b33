/**
 * What requests ask strategies. Everything goes in and comes out as data: an own strategy is asked on a
 * thread apart.
 */
import { err, ok, type Result, type Timeframe } from '@platform/core';
import { type CommonParams, findStrategy } from '@platform/strategies';
import { planBacktest, planRun } from './backtest-plan';
import { type SettingsFault, strategyProblem, unknownStrategy } from './bot-settings';
import { planExperiment, variantsOf } from './experiment-plan';

type GivenParams = Readonly<Record<string, unknown>>;

const STRATEGY_QUESTIONS = {
  planBacktest,
  planExperiment,
  planRun,
  variantsOf,
  problem: (strategy: string, timeframe: Timeframe, params: GivenParams): SettingsFault | null =>
    strategyProblem(findStrategy(strategy)!, timeframe, params),
  paramsAndWarmup,
  defaultNeeds,
};

type StrategyQuestions = typeof STRATEGY_QUESTIONS;
export type StrategyQuestion = keyof StrategyQuestions;
export type About<Q extends StrategyQuestion> = Parameters<StrategyQuestions[Q]>;
export type StrategyAnswer<Q extends StrategyQuestion> = ReturnType<StrategyQuestions[Q]>;

export function answerOf<Q extends StrategyQuestion>(question: Q, about: About<Q>): StrategyAnswer<Q> {
  const answer = STRATEGY_QUESTIONS[question] as unknown as (...about: About<Q>) => StrategyAnswer<Q>;
  return answer(...about);
}

/** All parameters, the defaults among them, and how many bars they need before the first decision. */
function paramsAndWarmup(
  name: string,
  timeframe: Timeframe,
  given: GivenParams,
): Result<{ readonly params: CommonParams; readonly warmupBars: number }, SettingsFault> {
  const strategy = findStrategy(name);
  if (strategy === undefined) return err(unknownStrategy('strategy'));
  const problem = strategyProblem(strategy, timeframe, given);
  if (problem !== null) return err(problem);
  const parsed = strategy.parse(given);
  if (!parsed.ok) throw new Error('the parameters were checked before');
  return ok({ params: parsed.value, warmupBars: strategy.warmupBars(parsed.value, timeframe) });
}

export interface DefaultNeeds {
  readonly warmupBars: Record<string, number>;
  readonly datasets: string[];
}

/** Of a strategy that its own defaults do not suit. */
export const NO_NEEDS: DefaultNeeds = { warmupBars: {}, datasets: [] };

/** What a strategy needs before its first decision, with its default parameters. */
function defaultNeeds(name: string): DefaultNeeds {
  const strategy = findStrategy(name)!;
  const defaults = strategy.parse({});
  const [timeframe] = strategy.timeframes;
  if (!defaults.ok || timeframe === undefined) return NO_NEEDS;
  const warmups = strategy.timeframes.map(
    (each) => [each, strategy.warmupBars(defaults.value, each)] as const,
  );
  const kinds = strategy.datasets(defaults.value, timeframe).map(({ kind }) => kind);
  return { warmupBars: Object.fromEntries(warmups), datasets: [...new Set<string>(kinds)] };
}
