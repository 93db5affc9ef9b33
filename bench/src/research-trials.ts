/**
 * A thousand sets of supertrend over four years of hourly bars: trials of a sweep against the bare fused loop, both on two workers, and
 * trials on one worker against two. Neighbours in time are compared, part by part, and the median counts: see sweep.ts.
 */
import type { BenchResult } from './benchmark';
import { median } from './percentile';
import { SweepPool, sweepBars } from './sweep-workers';

export const RESEARCH_BARS = 35_000;
export const RESEARCH_SETS = 1_000;
const SETS_PER_PART = 50;
const WARM_UP_SWEEPS = 1;
const SWEEPS = 3;

interface Part {
  readonly fused: number;
  /** The mean of the two workers, each alone. */
  readonly one: number;
  readonly two: number;
}

export async function measureTrials(progress: (line: string) => void): Promise<BenchResult[]> {
  const bars = sweepBars(RESEARCH_BARS);
  const fused = await SweepPool.start({ task: 'fused', bars }, 2);
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
      const after = await seconds(trials, [1]);
      if (sweep > 0) parts.push({ fused: bare, one: (before + after) / 2, two });
    }
  }
  await Promise.all([fused.stop(), trials.stop()]);
  const ofFused = median(parts.map((part) => part.fused / part.two));
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
      name: 'sweep, 2 workers against 1',
      value: speed((part) => part.one),
      unit: 'M bars/s on 1',
      ratio: scaling,
      aim: 'ratio >= 1.8',
      met: scaling >= 1.8,
    },
  ];
}
