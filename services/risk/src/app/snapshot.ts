/** Everything that one evaluation goes by. */
import type { Breaker, BreakerOutcome, RiskLimits } from '@platform/contracts';
import type {
  ConnectivityObservation,
  CorrelationObservation,
  DrawdownObservation,
  MacroObservation,
  VpinObservation,
} from '@platform/risk-rules';
import type { ScopedBot } from '../domain/scope';
import type { BreakerRow } from '../domain/transitions';

export interface StoredBreaker extends BreakerRow {
  readonly condition: BreakerOutcome;
  /** What the rule had to remember. */
  readonly memory: Readonly<Record<string, unknown>>;
}

/** Each observation is read by itself: one that fails blinds one breaker. */
export interface Observations {
  drawdown(): Promise<DrawdownObservation>;
  connectivity(): Promise<ConnectivityObservation>;
  vpin(): Promise<VpinObservation>;
  macro(): Promise<MacroObservation>;
  correlation(): Promise<CorrelationObservation>;
}

export interface RiskSnapshot {
  readonly limits: RiskLimits;
  /** All in the first snapshot of a turn; in later ones those that are not ok. */
  readonly rows: readonly StoredBreaker[];
  /** What a fire drill makes a breaker see. */
  readonly drills: ReadonlyMap<Breaker, number>;
  readonly unpausedBots: readonly ScopedBot[];
  readonly observe: Observations;
}
