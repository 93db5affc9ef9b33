/** A fire drill makes a breaker see a value beyond its threshold; from there on everything is real. */
import type { Breaker, BreakerOutcome, RiskLimits } from '@platform/contracts';
import { PORTFOLIO, type Reading } from '@platform/risk-rules';

/**
 * Long enough for the slowest evaluation interval to see it, short enough to be over when the operator
 * resumes.
 */
export const DRILL_MS = 12_000;

const THRESHOLDS: Readonly<Record<Breaker, (limits: RiskLimits) => readonly [number, number]>> = {
  drawdown: (l) => [l.drawdown_portfolio_pause_fraction, l.drawdown_portfolio_flatten_fraction],
  connectivity: (l) => [l.connectivity_pause_after_secs, l.connectivity_flatten_after_secs],
  vpin: (l) => [l.vpin_pause_above, l.vpin_flatten_above],
  macro: (l) => [l.macro_shock_sigmas, l.macro_shock_flatten_sigmas],
  correlation: (l) => [l.correlation_mean_pairwise_above, l.correlation_flatten_above],
};

export interface DrillPlan {
  readonly value: number;
  readonly expectedOutcome: BreakerOutcome;
}

/** The worst the breaker can do by the limits in force, or null when all its outcomes are off. */
export function planDrill(breaker: Breaker, limits: RiskLimits): DrillPlan | null {
  const [pauseAt, flattenAt] = THRESHOLDS[breaker](limits);
  if (flattenAt > 0) return { value: flattenAt, expectedOutcome: 'Flatten' };
  return pauseAt > 0 ? { value: pauseAt, expectedOutcome: 'PauseBots' } : null;
}

/** The readings with the drill's in place of the portfolio's. */
export function withDrill(
  breaker: Breaker,
  value: number | undefined,
  limits: RiskLimits,
): (readings: readonly Reading[]) => readonly Reading[] {
  if (value === undefined) return (readings) => readings;
  const [pauseAt, flattenAt] = THRESHOLDS[breaker](limits);
  const drill: Reading = {
    kind: 'measured',
    scope: PORTFOLIO,
    value,
    pauseAt,
    flattenAt,
    reason: 'fire drill',
  };
  return (readings) => [drill, ...readings.filter(({ scope }) => scope !== PORTFOLIO)];
}
