/**
 * A thousand parameter sets over four years of hourly bars, on worker threads that share one buffer: how many bar evaluations
 * per second, how that grows from one worker to two, and how it compares with a bare loop of the same decisions. They take turns
 * and the best of each counts. One worker is judged by CPU time where that is less than the clock's, so that waiting for a core
 * decides nothing; scaling is judged by the clock and can only be seen while both cores are free. How the bare loop scales, and the
 * CPU time that the same sweep takes on one worker and on two, tell what the machine lacks from what the workers cost each other.
 */
import type { Benchmark, BenchResult } from './index';
import { SWEEP_BAR_COUNT, type SweepTask, type SweepTimes, sweepBars, sweepInWorkers } from './sweep-workers';

const SETS = 1_000;
const ROUNDS = 3;

type Times = Pick<SweepTimes, 'seconds' | 'cpuSeconds'>;
const NEVER: Times = { seconds: Number.POSITIVE_INFINITY, cpuSeconds: Number.POSITIVE_INFINITY };

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  const shared = sweepBars();
  const timed = async (task: SweepTask, workers: number) => {
    progress(`${task} sweep of ${SETS} sets on ${workers} worker${workers === 1 ? '' : 's'}`);
    return sweepInWorkers(task, shared, SETS, workers);
  };
  const best = { bare: NEVER, bareTwo: NEVER, one: NEVER, two: NEVER };
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await timed('bare', 1);
    const bareTwo = await timed('bare', 2);
    const one = await timed('engine', 1);
    const two = await timed('engine', 2);
    if (new Set([bare, bareTwo, one, two].map(({ signals }) => signals)).size > 1)
      throw new Error('sweeps disagree on the decisions');
    best.bare = quicker(best.bare, bare);
    best.bareTwo = quicker(best.bareTwo, bareTwo);
    best.one = quicker(best.one, one);
    best.two = quicker(best.two, two);
  }
  const speed = (seconds: number) => (SETS * SWEEP_BAR_COUNT) / seconds / 1e6;
  const [bareSeconds, oneSeconds] = [workSeconds(best.bare), workSeconds(best.one)];
  const scaling = best.one.seconds / best.two.seconds;
  const ofBare = bareSeconds / oneSeconds;
  return [
    { name: 'bare loop, 1 worker', value: speed(bareSeconds), unit: 'M evaluations/s' },
    {
      name: 'bare loop, 2 workers',
      value: speed(best.bareTwo.seconds),
      unit: 'M evaluations/s',
      ratio: best.bare.seconds / best.bareTwo.seconds,
    },
    {
      name: 'engine, 1 worker',
      value: speed(oneSeconds),
      unit: 'M evaluations/s',
      ratio: ofBare,
      aim: 'ratio >= 0.5 of bare',
      met: ofBare >= 0.5,
    },
    {
      name: 'engine, 2 workers',
      value: speed(best.two.seconds),
      unit: 'M evaluations/s',
      ratio: scaling,
      aim: 'ratio >= 1.8 of 1 worker',
      met: scaling >= 1.8,
    },
    {
      name: 'engine, 2 workers, CPU time',
      value: best.two.cpuSeconds,
      unit: 's',
      ratio: best.one.cpuSeconds / best.two.cpuSeconds,
    },
  ];
}

/** The lesser of both times, each by itself: what was waited for and what ran beside lengthen one of them only. */
function quicker(a: Times, b: Times): Times {
  return { seconds: Math.min(a.seconds, b.seconds), cpuSeconds: Math.min(a.cpuSeconds, b.cpuSeconds) };
}

function workSeconds({ seconds, cpuSeconds }: Times): number {
  return Math.min(seconds, cpuSeconds);
}

export const benchmark: Benchmark = {
  name: 'sweep',
  summary: `${SETS} parameter sets over ${SWEEP_BAR_COUNT.toLocaleString('en-US')} hourly bars on worker threads`,
  run,
};
