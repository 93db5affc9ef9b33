/** What the manager asks of its thread for experiments. */
import type { ExperimentResult } from '@platform/contracts';
import type { PreparedExperiment } from '../app/ports';
import type { SettingsFault } from '../domain/bot-settings';
import type { ExperimentPlan } from '../domain/experiment-plan';

export interface JudgeJob {
  readonly kind: 'judge';
  readonly plan: ExperimentPlan;
  readonly experimentId: string;
  /** Of what its trials were made on. */
  readonly dataDigest: string;
}

export type ExperimentJob =
  | JudgeJob
  | {
      readonly kind: 'prepare';
      readonly plan: ExperimentPlan;
      /** Its sets are going to be tried. */
      readonly isCounted: boolean;
    };

export type ExperimentAnswer =
  | PreparedExperiment
  | { readonly kind: 'judged'; readonly result: ExperimentResult }
  | { readonly kind: 'refused'; readonly fault: SettingsFault };
