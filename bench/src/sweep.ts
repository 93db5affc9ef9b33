/**
 * A thousand parameter sets over four years of hourly bars, on worker threads that share one buffer: how many bar evaluations
 * per second, how that grows from one worker to two, and how it compares with a bare loop of the same decisions.
 *
 * Sweeps go in parts. Each part is done by one worker, by both, and by the other one, right after one another and by the clock;
 * ratios are taken between those neighbours, and the median of all counts. The best of several sweeps would mislead here: the
 * cores of a shared machine are fast and slow by turns, and one of them is fast far more often than both are at once.
 */
import type { Benchmark, BenchResult } from './index';
import { median } from './percentile';
import { SWEEP_BAR_COUNT, SweepPool, type SweepTask, sweepBars } from './sweep-workers';

const SETS = 1_000;
const SETS_PER_PART = 100;
const WARM_UP_SWEEPS = 3;
const SWEEPS = 10;

/** Seconds that a part took. */
interface PartTimes {
  /** The mean of the two workers. */
  readonly one: number;
  readonly two: number;
}

class TimedTask {
  readonly times: PartTimes[] = [];

  private constructor(private readonly pool: SweepPool) {}

  static async start(task: SweepTask, bars: SharedArrayBuffer): Promise<TimedTask> {
    return new TimedTask(await SweepPool.start({ task, bars }, 2));
  }

  /** Times a part in every way; returns how many signals each gave. */
  async time(firstSet: number): Promise<number[]> {
    const first = await this.sweep(firstSet, [0]);
    const both = await this.sweep(firstSet, [0, 1]);
    const second = await this.sweep(firstSet, [1]);
    this.times.push({ one: (first.seconds + second.seconds) / 2, two: both.seconds });
    return [first.signals, both.signals, second.signals];
  }

  private async sweep(firstSet: number, places: readonly number[]) {
    const startedMs = performance.now();
    const signals = await this.pool.sweep(firstSet, firstSet + SETS_PER_PART, places);
    return { signals, seconds: (performance.now() - startedMs) / 1000 };
  }

  async stop(): Promise<void> {
    await this.pool.stop();
  }
}

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  const bars = sweepBars();
  const bare = await TimedTask.start('bare', bars);
  const engine = await TimedTask.start('engine', bars);
  for (let sweep = 1 - WARM_UP_SWEEPS; sweep <= SWEEPS; sweep++) {
    progress(
      `sweeps of ${SETS} sets on 1 and 2 workers, ${sweep < 1 ? 'warming up' : `${sweep} of ${SWEEPS}`}`,
    );
    for (let firstSet = 0; firstSet < SETS; firstSet += SETS_PER_PART) {
      const signals = [...(await bare.time(firstSet)), ...(await engine.time(firstSet))];
      if (new Set(signals).size > 1) throw new Error('sweeps disagree on the decisions');
    }
  }
  await Promise.all([bare.stop(), engine.stop()]);
  return results(warm(bare), warm(engine));
}

function warm({ times }: TimedTask): PartTimes[] {
  return times.slice((WARM_UP_SWEEPS * SETS) / SETS_PER_PART);
}

function results(bare: readonly PartTimes[], engine: readonly PartTimes[]): BenchResult[] {
  const ofBare = median(engine.map(({ one }, k) => bare[k]!.one / one));
  const row = (name: string, seconds: readonly number[]): BenchResult => ({
    name,
    value: (SETS_PER_PART * SWEEP_BAR_COUNT) / median(seconds) / 1e6,
    unit: 'M evaluations/s',
  });
  const one = (times: readonly PartTimes[]) => times.map((part) => part.one);
  const two = (times: readonly PartTimes[]) => times.map((part) => part.two);
  return [
    row('bare loop, 1 worker', one(bare)),
    { ...row('bare loop, 2 workers', two(bare)), ratio: scaling(bare) },
    judged(row('engine, 1 worker', one(engine)), ofBare, 0.5, 'bare'),
    judged(row('engine, 2 workers', two(engine)), scaling(engine), 1.8, '1 worker'),
  ];
}

function scaling(times: readonly PartTimes[]): number {
  return median(times.map(({ one, two }) => one / two));
}

function judged(result: BenchResult, ratio: number, least: number, of: string): BenchResult {
  return { ...result, ratio, aim: `ratio >= ${least} of ${of}`, met: ratio >= least };
}

export const benchmark: Benchmark = {
  name: 'sweep',
  summary: `${SETS} parameter sets over ${SWEEP_BAR_COUNT.toLocaleString('en-US')} hourly bars on worker threads`,
  run,
};
