/**
 * What a breaker is: a pure rule that turns observations into readings, one per scope. Judging a reading
 * (thresholds, hysteresis) is the same for all five and lives in judge.ts. A scope is portfolio,
 * portfolio:day, bot:<uuid>, symbol:<SYMBOL>, cluster:<id> or wallet:<network>.
 */
import type { Breaker, BreakerOutcome, BreakerStatus, RiskLimits } from '@platform/contracts';

export const PORTFOLIO = 'portfolio';

export type Reading =
  | {
      readonly kind: 'measured';
      readonly scope: string;
      readonly value: number;
      /** Where it pauses and where it flattens; 0 is off. */
      readonly pauseAt: number;
      readonly flattenAt: number;
      /** What the value is, in words an operator reads in the audit log. */
      readonly reason: string;
    }
  /** There is nothing that could be in danger. */
  | { readonly kind: 'idle'; readonly scope: string; readonly reason: string }
  /** There may be danger and no data to see it by: the breaker does nothing, and says so. */
  | { readonly kind: 'missing'; readonly scope: string; readonly reason: string }
  /** There is danger and no data to see it by: counts as an evaluation that failed. */
  | { readonly kind: 'failed'; readonly scope: string; readonly reason: string };

export interface Observed<Memory> {
  readonly memory: Memory;
  /** At most one per scope. */
  readonly readings: readonly Reading[];
}

export interface BreakerRule<Memory, Observation> {
  readonly breaker: Breaker;
  readonly initialMemory: Memory;
  observe(memory: Memory, observation: Observation, limits: RiskLimits): Observed<Memory>;
}

export interface Verdict {
  readonly breaker: Breaker;
  readonly scope: string;
  readonly status: BreakerStatus;
  readonly outcome: BreakerOutcome;
  readonly value: number | null;
  /**
   * The value at which the outcome would change: the next threshold, or once tripped the level that ends the
   * condition.
   */
  readonly threshold: number | null;
  readonly reason: string;
}
