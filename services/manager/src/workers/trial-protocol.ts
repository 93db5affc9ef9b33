/** What a worker and its threads say to each other. */
import type { Experiment, SharedMarket } from '@platform/research';

/** What a thread computes from. */
export interface TrialInput {
  readonly id: string;
  readonly experiment: Experiment;
  readonly rowLength: number;
  readonly indices: Float64Array;
  readonly markets: readonly SharedMarket[];
}

/** Trials `first` and on, of which `rows` has room for `count`. `progress` counts those that are done. */
export interface ThreadJob {
  readonly input: TrialInput;
  readonly first: number;
  readonly count: number;
  readonly rows: Float64Array;
  readonly progress: Int32Array;
}

/**
 * `ready`, once, before anything else. Then why a trial failed, by its place in the job, as soon as it has:
 * the thread may not live to say more. Or that all are done.
 */
export type ThreadAnswer = 'ready' | { readonly place: number; readonly reason: string } | 'done';
