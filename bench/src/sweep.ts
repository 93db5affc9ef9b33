/**
 * A thousand parameter sets over four years of hourly bars, on worker threads that share one buffer: how many bar evaluations
 * per second, how that grows from one worker to two, and how it compares with a bare loop of the same decisions. The workers live
 * through all rounds, of which the first ones warm them up. Sweeps go in parts that take turns, and the best time of each part
 * counts: a machine that is shared is rarely left alone for a whole sweep. One worker is judged by CPU time where that is less than
 * the clock's, so that waiting for a core decides nothing; scaling is judged by the clock and can only be seen while both cores
 * are free. How the bare loop scales, and the CPU time that the same sweep takes on one worker and on two, tell what the machine
 * lacks from what the workers cost each other.
 */
import type { Benchmark, BenchResult } from './index';
import { SWEEP_BAR_COUNT, SweepPool, type SweepTimes, sweepBars } from './sweep-workers';

const SETS = 1_000;
const SETS_PER_PART = 100;
const ROUNDS = 10;

type Times = Pick<SweepTimes, 'seconds' | 'cpuSeconds'>;

/** One way to sweep, and the best times that each part of it has taken so far. */
class TimedSweep {
  private readonly parts = new Map<number, Times>();

  constructor(
    private readonly pool: SweepPool,
    private readonly workers: number,
  ) {}

  /** Times the part that begins with `firstSet` once more; returns how many signals it gave. */
  async time(firstSet: number): Promise<number> {
    const taken = await this.pool.sweep(firstSet, firstSet + SETS_PER_PART, this.workers);
    const best = this.parts.get(firstSet) ?? taken;
    this.parts.set(firstSet, quicker(best, taken));
    return taken.signals;
  }

  get total(): Times {
    const sum = { seconds: 0, cpuSeconds: 0 };
    for (const { seconds, cpuSeconds } of this.parts.values()) {
      sum.seconds += seconds;
      sum.cpuSeconds += cpuSeconds;
    }
    return sum;
  }
}

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  const bars = sweepBars();
  const barePool = await SweepPool.start({ task: 'bare', bars }, 2);
  const enginePool = await SweepPool.start({ task: 'engine', bars }, 2);
  const sweeps = [barePool, enginePool].flatMap((pool) => [new TimedSweep(pool, 1), new TimedSweep(pool, 2)]);
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`sweeps of ${SETS} sets on 1 and 2 workers, round ${round} of ${ROUNDS}`);
    for (let firstSet = 0; firstSet < SETS; firstSet += SETS_PER_PART) {
      const signals = new Set<number>();
      for (const sweep of sweeps) signals.add(await sweep.time(firstSet));
      if (signals.size > 1) throw new Error('sweeps disagree on the decisions');
    }
  }
  await Promise.all([barePool.stop(), enginePool.stop()]);
  const [bare, bareTwo, one, two] = sweeps.map(({ total }) => total) as [Times, Times, Times, Times];
  const speed = (seconds: number) => (SETS * SWEEP_BAR_COUNT) / seconds / 1e6;
  const [bareSeconds, oneSeconds] = [workSeconds(bare), workSeconds(one)];
  const scaling = one.seconds / two.seconds;
  const ofBare = bareSeconds / oneSeconds;
  return [
    { name: 'bare loop, 1 worker', value: speed(bareSeconds), unit: 'M evaluations/s' },
    {
      name: 'bare loop, 2 workers',
      value: speed(bareTwo.seconds),
      unit: 'M evaluations/s',
      ratio: bare.seconds / bareTwo.seconds,
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
      value: speed(two.seconds),
      unit: 'M evaluations/s',
      ratio: scaling,
      aim: 'ratio >= 1.8 of 1 worker',
      met: scaling >= 1.8,
    },
    {
      name: 'engine, 2 workers, CPU time',
      value: two.cpuSeconds,
      unit: 's',
      ratio: one.cpuSeconds / two.cpuSeconds,
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
