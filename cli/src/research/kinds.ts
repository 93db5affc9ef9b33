import { prepareMonteCarlo } from './monte-carlo';
import type { Request } from './plan';
import type { PreparedExperiment } from './prepared';
import { prepareSweep } from './sweep';
import { prepareAblation, prepareMultiAsset } from './variants';
import { prepareWalkForward } from './walk-forward';

/** By the name of its command. */
export const KINDS = {
  sweep: prepareSweep,
  'walk-forward': prepareWalkForward,
  ablation: prepareAblation,
  'multi-asset': prepareMultiAsset,
  'monte-carlo': prepareMonteCarlo,
} as const satisfies Record<string, (request: Request) => Promise<PreparedExperiment>>;
export type KindName = keyof typeof KINDS;
