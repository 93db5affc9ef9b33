/**
 * A thousand parameter sets over four years of hourly bars, on worker threads that share one buffer: how many
 * bar evaluations per second, how that grows from one worker to two, and how it compares with a bare loop of
 * the same decisions.
 *
 * Sweeps go in parts. Each part is done by one worker, by both, and by the other one, right after one another
 * and by the clock; ratios are taken between those neighbours, and the median of all counts. The best of
 * several sweeps would mislead here: the cores of a shared machine are fast and slow by turns, and one of
 * them is fast far more often than both are at once. Parts during which the host took a core away from this
 * machine are left out, as long as enough others remain.
 */
import type { Benchmark, BenchResult } from './benchmark';
import { median } from './percentile';
import { stolenTicks } from './process-use';
import { SWEEP_BAR_COUNT, SweepPool, sweepBars } from './sweep-workers';

const SETS = 1_000;
const SETS_PER_PART = 50;
const WARM_UP_SWEEPS = 3;
const SWEEPS = 10;
const PARTS = (SWEEPS * SETS) / SETS_PER_PART;
/** Undisturbed parts that are judged without the others; where there are fewer, all are. */
const ENOUGH_PARTS = PARTS / 10;

/** Seconds that a part takes. */
interface Times {
  /** The mean of the two workers. */
  readonly one: number;
  readonly two: number;
}

interface Part {
  readonly bare: Times;
  readonly engine: Times;
  readonly undisturbed: boolean;
}

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  const bars = sweepBars();
  const bare = await SweepPool.start({ task: 'bare', bars }, 2);
  const engine = await SweepPool.start({ task: 'engine', bars }, 2);
  const parts: Part[] = [];
  for (let sweep = 1 - WARM_UP_SWEEPS; sweep <= SWEEPS; sweep++) {
    const which = sweep < 1 ? 'warming up' : `${sweep} of ${SWEEPS}`;
    progress(`sweeps of ${SETS} sets on 1 and 2 workers, ${which}`);
    for (let firstSet = 0; firstSet < SETS; firstSet += SETS_PER_PART) {
      const part = await timePart(bare, engine, firstSet);
      if (sweep > 0) parts.push(part);
    }
  }
  await Promise.all([bare.stop(), engine.stop()]);
  return results(parts);
}

async function timePart(bare: SweepPool, engine: SweepPool, firstSet: number): Promise<Part> {
  const signals = new Set<number>();
  const seconds = async (pool: SweepPool, places: readonly number[]): Promise<number> => {
    const startedMs = performance.now();
    signals.add(await pool.sweep(firstSet, firstSet + SETS_PER_PART, places));
    return (performance.now() - startedMs) / 1000;
  };
  const times = async (pool: SweepPool): Promise<Times> => {
    const first = await seconds(pool, [0]);
    const two = await seconds(pool, [0, 1]);
    const second = await seconds(pool, [1]);
    return { one: (first + second) / 2, two };
  };
  const stolenBefore = stolenTicks();
  const timed = { bare: await times(bare), engine: await times(engine) };
  if (signals.size > 1) throw new Error('sweeps disagree on the decisions');
  return { ...timed, undisturbed: stolenTicks() === stolenBefore };
}

function results(all: readonly Part[]): BenchResult[] {
  const undisturbed = all.filter((part) => part.undisturbed);
  const parts = undisturbed.length >= ENOUGH_PARTS ? undisturbed : all;
  const speed = (name: string, seconds: (part: Part) => number): BenchResult => ({
    name,
    value: (SETS_PER_PART * SWEEP_BAR_COUNT) / median(parts.map(seconds)) / 1e6,
    unit: 'M evaluations/s',
  });
  const ratio = (of: (part: Part) => number) => median(parts.map(of));
  const ofBare = ratio(({ bare, engine }) => bare.one / engine.one);
  const scaling = ratio(({ engine }) => engine.one / engine.two);
  return [
    speed('bare loop, 1 worker', ({ bare }) => bare.one),
    {
      ...speed('bare loop, 2 workers', ({ bare }) => bare.two),
      ratio: ratio(({ bare }) => bare.one / bare.two),
    },
    {
      ...speed('engine, 1 worker', ({ engine }) => engine.one),
      ratio: ofBare,
      aim: 'ratio >= 0.5 of bare',
      met: ofBare >= 0.5,
    },
    {
      ...speed('engine, 2 workers', ({ engine }) => engine.two),
      ratio: scaling,
      aim: 'ratio >= 1.8 of 1 worker',
      met: scaling >= 1.8,
    },
    { name: 'undisturbed by the host', value: undisturbed.length, unit: `of ${all.length} parts` },
  ];
}

export const benchmark: Benchmark = {
  name: 'sweep',
  summary: `${SETS} parameter sets over ${SWEEP_BAR_COUNT.toLocaleString('en-US')} hourly bars on worker threads`,
  run,
};
