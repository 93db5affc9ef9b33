/**
 * Two hundred sets with twelve windows against the same sets in one sweep, part by part on one thread; the
 * median counts.
 */
import { cutWindows, parseSpace, rowLengthOf, type TrialMarket, trialsOf } from '@platform/research';
import type { BenchResult } from './benchmark';
import { generateBars } from './engine-bars';
import { median } from './percentile';
import { RESEARCH_BARS } from './research-trials';
import { sweepMarket } from './sweep-workers';

const SETS = 200;
const SETS_PER_PART = 10;
const ROUNDS = 2;

export async function measureWalkForward(progress: (line: string) => void): Promise<BenchResult[]> {
  const space = parseSpace('atr_period=5:24,multiplier=2:2.9:0.1');
  if (!space.ok) throw new Error(space.error);
  const axes = space.value;
  const market = sweepMarket(generateBars(RESEARCH_BARS));
  const windows = twelveWindows(market);
  const sweep = { kind: 'sweep', axes } as const;
  const forward = { kind: 'walk_forward', axes, windows, objective: 'sharpe' } as const;
  const [runSweep, runForward] = [sweep, forward].map((experiment) => {
    const runTrial = trialsOf(experiment, [market]);
    const row = new Float64Array(rowLengthOf(experiment));
    return (index: number) => runTrial(index, row);
  });
  const parts: { readonly sweep: number; readonly walkForward: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    progress(round === 0 ? 'walk-forward, warming up' : `walk-forward, round ${round} of ${ROUNDS}`);
    for (let first = 0; first < SETS; first += SETS_PER_PART) {
      const seconds = (work: (index: number) => void) => {
        const startedMs = performance.now();
        for (let index = first; index < first + SETS_PER_PART; index++) work(index);
        return (performance.now() - startedMs) / 1000;
      };
      const part = { sweep: seconds(runSweep!), walkForward: seconds(runForward!) };
      if (round > 0) parts.push(part);
    }
  }
  const ratio = median(parts.map((part) => part.walkForward / part.sweep));
  return [
    {
      name: 'walk-forward of 12 windows against one sweep',
      value: (median(parts.map((part) => part.walkForward)) / SETS_PER_PART) * 1_000,
      unit: 'ms/set',
      ratio,
      aim: 'ratio <= 1.3',
      met: ratio <= 1.3,
    },
  ];
}

function twelveWindows(market: TrialMarket) {
  const rules = { trainDays: 365, testDays: 82, purgeBars: market.firstBar + 1, isAnchored: false };
  const cut = cutWindows(market.bars, '1h', market.firstBar, rules);
  if (!cut.ok || cut.value.length !== 12) throw new Error('not twelve windows');
  return cut.value;
}
