/**
 * A thousand sets of supertrend over four years of hourly bars: trials of a sweep against the bare fused
 * loop and against one that does by hand what a trial does, all on two workers, and trials on one worker
 * against two. Neighbours in time are compared, part by part, and the median counts: see sweep.ts.
 */
import { paramsAt, parseSpace, runFrom } from '@platform/research';
import type { BenchResult } from './benchmark';
import { generateBars } from './engine-bars';
import { median } from './percentile';
import { fusedSet, fusedTrialOf, SWEEP_GRID, SweepPool, sweepBars, sweepMarket } from './sweep-workers';

export const RESEARCH_BARS = 35_000;
export const RESEARCH_SETS = 1_000;
const SETS_PER_PART = 50;
const WARM_UP_SWEEPS = 1;
const SWEEPS = 3;
/** Two ways to the same return: they add in another order. */
const MOST_DIFFERENCE = 1e-9;

interface Part {
  readonly fused: number;
  readonly fusedTrial: number;
  /** The mean of the two workers, each alone. */
  readonly one: number;
  readonly two: number;
}

export async function measureTrials(progress: (line: string) => void): Promise<BenchResult[]> {
  progress(`both of ${RESEARCH_SETS} sets turn alike`);
  checkFlips();
  const bars = sweepBars(RESEARCH_BARS);
  const fused = await SweepPool.start({ task: 'fused', bars }, 2);
  const fusedTrials = await SweepPool.start({ task: 'fused-trial', bars }, 2);
  const trials = await SweepPool.start({ task: 'trial', bars }, 2);
  const parts: Part[] = [];
  for (let sweep = 1 - WARM_UP_SWEEPS; sweep <= SWEEPS; sweep++) {
    progress(`sweeps of ${RESEARCH_SETS} sets, ${sweep < 1 ? 'warming up' : `${sweep} of ${SWEEPS}`}`);
    for (let first = 0; first < RESEARCH_SETS; first += SETS_PER_PART) {
      const seconds = async (pool: SweepPool, places: readonly number[]) => {
        const startedMs = performance.now();
        await pool.sweep(first, first + SETS_PER_PART, places);
        return (performance.now() - startedMs) / 1000;
      };
      const before = await seconds(trials, [0]);
      const two = await seconds(trials, [0, 1]);
      const bare = await seconds(fused, [0, 1]);
      const byHand = await seconds(fusedTrials, [0, 1]);
      const after = await seconds(trials, [1]);
      if (sweep > 0) parts.push({ fused: bare, fusedTrial: byHand, one: (before + after) / 2, two });
    }
  }
  await Promise.all([fused, fusedTrials, trials].map((pool) => pool.stop()));
  const ofFused = median(parts.map((part) => part.fused / part.two));
  const ofFusedTrial = median(parts.map((part) => part.fusedTrial / part.two));
  const scaling = median(parts.map((part) => part.one / part.two));
  const speed = (seconds: (part: Part) => number) =>
    (SETS_PER_PART * RESEARCH_BARS) / median(parts.map(seconds)) / 1e6;
  return [
    { name: 'bare fused loop, 2 workers', value: speed((part) => part.fused), unit: 'M bars/s' },
    {
      name: 'sweep, 2 workers, against the bare loop',
      value: speed((part) => part.two),
      unit: 'M bars/s',
      ratio: ofFused,
      aim: 'ratio >= 0.7',
      met: ofFused >= 0.7,
    },
    {
      name: 'sweep, 2 workers, against a trial by hand',
      value: speed((part) => part.fusedTrial),
      unit: 'M bars/s by hand',
      ratio: ofFusedTrial,
    },
    {
      name: 'sweep, 2 workers against 1',
      value: speed((part) => part.one),
      unit: 'M bars/s on 1',
      ratio: scaling,
      aim: 'ratio >= 1.8',
      met: scaling >= 1.8,
    },
  ];
}

/**
 * What is compared does the same: warm from the same bar on, the engine turns in every set as often as the
 * bare loop, and returns what a trial by hand returns.
 */
function checkFlips(): void {
  const space = parseSpace(SWEEP_GRID);
  if (!space.ok) throw new Error(space.error);
  const bars = generateBars(RESEARCH_BARS);
  const market = sweepMarket(bars);
  const { strategy, timeframe } = market;
  const trialByHand = fusedTrialOf(market);
  for (let set = 0; set < RESEARCH_SETS; set++) {
    const params = strategy.parse(paramsAt(space.value, set));
    if (!params.ok) throw new Error(JSON.stringify(params.error));
    const firstBar = strategy.warmupBars(params.value, timeframe) - 1;
    const flips = runFrom(market, params.value, firstBar).signals.length;
    const bare = fusedSet(bars, set);
    const { signals, performance } = runFrom(market, params.value);
    const byHand = trialByHand(set);
    const difference = Math.abs(byHand.totalReturn - performance.totalReturn!);
    if (byHand.flips !== signals.length || !(difference < MOST_DIFFERENCE))
      throw new Error(`set ${set} returns ${performance.totalReturn}, by hand ${byHand.totalReturn}`);
    if (flips !== bare) throw new Error(`set ${set} turns ${flips} times, in the bare loop ${bare} times`);
  }
}
