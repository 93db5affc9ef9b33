/**
 * One evaluation of one breaker: (state, observation, limits) in, (state, verdicts) out. A rule that throws
 * counts as tripped for PauseBots and keeps the state it had: a blind breaker is no reason to trade on.
 */
import type { Breaker, BreakerOutcome, RiskLimits } from '@platform/contracts';
import { blindVerdict, judge } from './judge';
import { type BreakerRule, PORTFOLIO, type Reading, type Verdict } from './rule';

export interface BreakerState<Memory> {
  readonly memory: Memory;
  /** The condition of each scope, as hysteresis needs it; None where absent. */
  readonly conditions: ReadonlyMap<string, BreakerOutcome>;
}

export interface Evaluation<Memory> {
  readonly state: BreakerState<Memory>;
  readonly verdicts: readonly Verdict[];
}

export function initialState<Memory>(rule: BreakerRule<Memory, never>): BreakerState<Memory> {
  return { memory: rule.initialMemory, conditions: new Map() };
}

/** `adjust` may replace readings, as a fire drill does. */
export function evaluateBreaker<Memory, Observation>(
  rule: BreakerRule<Memory, Observation>,
  state: BreakerState<Memory>,
  observation: Observation,
  limits: RiskLimits,
  adjust: (readings: readonly Reading[]) => readonly Reading[] = (readings) => readings,
): Evaluation<Memory> {
  try {
    const { memory, readings } = rule.observe(state.memory, observation, limits);
    const verdicts = adjust(readings).map((reading) => {
      const held = state.conditions.get(reading.scope) ?? 'None';
      return judge(rule.breaker, reading, held, limits.breaker_hysteresis_fraction);
    });
    const conditions = new Map(verdicts.map(({ scope, outcome }) => [scope, outcome]));
    return { state: { memory, conditions }, verdicts };
  } catch (error) {
    return { state, verdicts: [failedVerdict(rule.breaker, error)] };
  }
}

/** The verdict of a breaker that could not be evaluated. */
export function failedVerdict(breaker: Breaker, error: unknown): Verdict {
  return blindVerdict(breaker, PORTFOLIO, error instanceof Error ? error.message : String(error));
}
