import { prepareMonteCarlo } from './monte-carlo';
import type { Plan, Request } from './plan';
import type { Report } from './report';
import { prepareSweep } from './sweep';
import { prepareAblation, prepareMultiAsset } from './variants';
import { prepareWalkForward } from './walk-forward';

/** A plan whose trials are in the ledger, and what to make of their rows. */
export interface PreparedExperiment {
  readonly plan: Plan;
  report(rows: readonly Float64Array[]): Report;
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
