/**
 * Experiments: what a trial of a sweep costs beside a bare fused loop over the same sets and how that grows from one worker to two, what
 * a walk-forward of twelve windows costs beside one sweep over the same bars, what the work queue adds, how much memory many trials
 * take, how long the command line takes from its start to a result, and the same sweep in vectorbt.
 */
import type { Benchmark, BenchResult } from './benchmark';
import { measureHandOut } from './research-hand-out';
import { measureMemory } from './research-memory';
import { measureStart } from './research-start';
import { measureTrials } from './research-trials';
import { measureVectorbt } from './research-vectorbt';
import { measureWalkForward } from './research-walk-forward';

type Measure = (progress: (line: string) => void) => Promise<BenchResult[]>;

const PARTS: Readonly<Record<string, Measure>> = {
  trials: measureTrials,
  'walk-forward': measureWalkForward,
  start: measureStart,
  memory: measureMemory,
  'hand-out': measureHandOut,
  vectorbt: measureVectorbt,
};

export const benchmark: Benchmark = {
  name: 'research',
  summary: 'trials, walk-forward, work queue, memory and start of experiments, and vectorbt beside them',
  parts: Object.keys(PARTS),
  run: async (progress, part) => {
    const results: BenchResult[] = [];
    for (const [name, measure] of Object.entries(PARTS)) {
      if (part === undefined || part === name) results.push(...(await measure(progress)));
    }
    return results;
  },
};
