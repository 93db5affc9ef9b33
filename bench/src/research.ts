/**
 * Experiments: what a trial of a sweep costs beside a bare fused loop over the same sets and how that grows
 * from one worker to two, what a walk-forward of twelve windows costs beside one sweep over the same bars,
 * what the work queue adds, how much memory many trials take, how long the command line takes from its start
 * to a result, and the same sweep in vectorbt.
 */
import { inParts } from './benchmark';
import { measureHandOut } from './research-hand-out';
import { measureMemory } from './research-memory';
import { measureStart } from './research-start';
import { measureTrials } from './research-trials';
import { measureVectorbt } from './research-vectorbt';
import { measureWalkForward } from './research-walk-forward';

export const benchmark = inParts({
  name: 'research',
  summary: 'trials, walk-forward, work queue, memory and start of experiments, and vectorbt beside them',
  parts: {
    trials: (_, progress) => measureTrials(progress),
    'walk-forward': (_, progress) => measureWalkForward(progress),
    start: (_, progress) => measureStart(progress),
    memory: (_, progress) => measureMemory(progress),
    'hand-out': (_, progress) => measureHandOut(progress),
    vectorbt: (_, progress) => measureVectorbt(progress),
  },
  // Each part brings what it needs.
  open: async () => undefined,
  close: async () => undefined,
});
