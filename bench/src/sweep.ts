/**
 * A thousand parameter sets over four years of hourly bars, on worker threads that share one buffer: how many bar evaluations
 * per second, how that grows from one worker to two, and how it compares with a bare loop of the same decisions. The three take
 * turns and the best of each counts: scaling can only be seen in a moment when both cores are free.
 */
import type { Benchmark, BenchResult } from './index';
import { SWEEP_BAR_COUNT, type SweepTask, sweepBars, sweepInWorkers } from './sweep-workers';

const SETS = 1_000;
const ROUNDS = 3;

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  const shared = sweepBars();
  const timed = async (task: SweepTask, workers: number) => {
    progress(`${task} sweep of ${SETS} sets on ${workers} worker${workers === 1 ? '' : 's'}`);
    return sweepInWorkers(task, shared, SETS, workers);
  };
  const best = {
    bare: Number.POSITIVE_INFINITY,
    one: Number.POSITIVE_INFINITY,
    two: Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await timed('bare', 1);
    const one = await timed('engine', 1);
    const two = await timed('engine', 2);
    if (one.signals !== two.signals || one.signals !== bare.signals)
      throw new Error('sweeps disagree on the decisions');
    best.bare = Math.min(best.bare, bare.seconds);
    best.one = Math.min(best.one, one.seconds);
    best.two = Math.min(best.two, two.seconds);
  }
  const speed = (seconds: number) => (SETS * SWEEP_BAR_COUNT) / seconds / 1e6;
  const scaling = best.one / best.two;
  const ofBare = best.bare / best.one;
  return [
    { name: 'bare loop, 1 worker', value: speed(best.bare), unit: 'M evaluations/s' },
    {
      name: 'engine, 1 worker',
      value: speed(best.one),
      unit: 'M evaluations/s',
      ratio: ofBare,
      aim: 'ratio >= 0.5 of bare',
      met: ofBare >= 0.5,
    },
    {
      name: 'engine, 2 workers',
      value: speed(best.two),
      unit: 'M evaluations/s',
      ratio: scaling,
      aim: 'ratio >= 1.8 of 1 worker',
      met: scaling >= 1.8,
    },
  ];
}

export const benchmark: Benchmark = {
  name: 'sweep',
  summary: `${SETS} parameter sets over ${SWEEP_BAR_COUNT.toLocaleString('en-US')} hourly bars on worker threads`,
  run,
};
