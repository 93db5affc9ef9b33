import { prepareMonteCarlo } from './monte-carlo';
import type { Plan, Request } from './plan';
import type { Report } from './report';
import { prepareSweep } from './sweep';
import { prepareAblation, prepareMultiAsset } from './variants';
import { prepareWalkForward } from './walk-forward';

/** A plan whose trials are in the ledger, and what to make of their rows, which come in their order and are kept by nobody else. */
export interface PreparedExperiment {
  readonly plan: Plan;
  take(trial: number, row: Float64Array): void;
  report(): Report;
}

/** By the name of its command. */
export const KINDS = {
  sweep: prepareSweep,
  'walk-forward': prepareWalkForward,
  ablation: prepareAblation,
  'multi-asset': prepareMultiAsset,
  'monte-carlo': prepareMonteCarlo,
} as const satisfies Record<string, (request: Request) => Promise<PreparedExperiment>>;
export type KindName = keyof typeof KINDS;
