import type { Plan } from './plan';
import type { Report } from './report';

/**
 * A plan whose trials are in the ledger, and what to make of their rows, which come in order and are not kept
 * elsewhere.
 */
export interface PreparedExperiment {
  readonly plan: Plan;
  take(trial: number, row: Float64Array): void;
  report(): Report;
}
