/**
 * Strategies as requests ask them. The code of an own one may never come to an end: it is never run on the
 * thread that serves requests.
 */
import type { BotUpdateRequest } from '@platform/contracts';
import { isOwnStrategy } from '@platform/strategies';
import { applySettings, type BotSettings, type ProblemOf, problemAskedBefore } from '../domain/bot-settings';
import {
  type About,
  answerOf,
  type StrategyAnswer,
  type StrategyQuestion,
} from '../domain/strategy-questions';
import type { AskOwnStrategy } from './ports';

export class StrategyDesk {
  constructor(private readonly askOwn: AskOwnStrategy) {}

  async ask<Q extends StrategyQuestion>(
    strategy: string,
    question: Q,
    ...about: About<Q>
  ): Promise<StrategyAnswer<Q>> {
    return isOwnStrategy(strategy) ? this.askOwn(strategy, question, about) : answerOf(question, about);
  }

  /** What the strategy has against a change of settings, asked before anything is locked for the change. */
  async problemOfChange(current: BotSettings | undefined, request: BotUpdateRequest): Promise<ProblemOf> {
    let asked: About<'problem'> | undefined;
    applySettings(current, request, ({ name }, timeframe, params) => {
      asked = [name, timeframe, params];
      return null;
    });
    if (asked === undefined) return problemAskedBefore();
    const [strategy, timeframe, params] = asked;
    if (!isOwnStrategy(strategy)) return problemAskedBefore();
    const problem = await this.ask(strategy, 'problem', strategy, timeframe, params);
    return problemAskedBefore({ strategy, timeframe, params, problem });
  }
}
