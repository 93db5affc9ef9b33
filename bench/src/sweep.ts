/**
 * A thousand parameter sets over four years of hourly bars, on worker threads that share one buffer: how many bar evaluations
 * per second, how that grows from one worker to two, and how it compares with a bare loop of the same decisions. There are two
 * workers, which live through all rounds; the first ones warm them up. Sweeps go in parts that take turns, and the best time of each
 * part counts, because a machine that is shared hardly ever leaves both cores alone for the whole of a sweep. Scaling is judged by
 * the clock: what a part takes until both workers are done, against the mean of what each takes alone. What each worker does beside
 * the other, by its own best times, is told too; it flatters, as those may be moments at which the other was held up.
 */
import type { Benchmark, BenchResult } from './index';
import { SWEEP_BAR_COUNT, SweepPool, type SweepTask, sweepBars } from './sweep-workers';

const SETS = 1_000;
const SETS_PER_PART = 20;
const PARTS = SETS / SETS_PER_PART;
const ROUNDS = 16;

/** Workers that sweep at once, and the least that each part has taken them so far. */
class TimedSweep {
  /** By worker, then by part; in seconds, as all times here. */
  private readonly shares: readonly number[][];
  private readonly parts: number[] = [];

  constructor(
    private readonly pool: SweepPool,
    private readonly places: readonly number[],
  ) {
    this.shares = places.map(() => []);
  }

  /** Times a part once more; returns how many signals it gave. */
  async time(part: number): Promise<number> {
    const firstSet = part * SETS_PER_PART;
    const startedMs = performance.now();
    const answers = await this.pool.sweep(firstSet, firstSet + SETS_PER_PART, this.places);
    keepLeast(this.parts, part, (performance.now() - startedMs) / 1000);
    answers.forEach(({ seconds }, k) => {
      keepLeast(this.shares[k]!, part, seconds);
    });
    return sum(answers.map(({ signals }) => signals));
  }

  /** Of all workers together, in sweeps per second. */
  get speed(): number {
    return sum(this.shares.map((share) => 1 / this.shares.length / sum(share)));
  }

  get clockSpeed(): number {
    return 1 / sum(this.parts);
  }
}

/** Everything timed of one task. */
class TimedTask {
  readonly alone: readonly TimedSweep[];
  readonly both: TimedSweep;

  constructor(private readonly pool: SweepPool) {
    this.alone = [new TimedSweep(pool, [0]), new TimedSweep(pool, [1])];
    this.both = new TimedSweep(pool, [0, 1]);
  }

  static async start(task: SweepTask, bars: SharedArrayBuffer): Promise<TimedTask> {
    return new TimedTask(await SweepPool.start({ task, bars }, 2));
  }

  /** Times a part in every way; returns how many signals each gave. */
  async time(part: number): Promise<number[]> {
    const signals: number[] = [];
    for (const sweep of [...this.alone, this.both]) signals.push(await sweep.time(part));
    return signals;
  }

  get aloneSpeed(): number {
    return sum(this.alone.map(({ speed }) => speed)) / this.alone.length;
  }

  get scaling(): number {
    return this.both.speed / this.aloneSpeed;
  }

  get clockScaling(): number {
    const alone = sum(this.alone.map(({ clockSpeed }) => clockSpeed)) / this.alone.length;
    return this.both.clockSpeed / alone;
  }

  async stop(): Promise<void> {
    await this.pool.stop();
  }
}

function keepLeast(least: number[], index: number, value: number): void {
  least[index] = Math.min(least[index] ?? value, value);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function run(progress: (line: string) => void): Promise<BenchResult[]> {
  const bars = sweepBars();
  const bare = await TimedTask.start('bare', bars);
  const engine = await TimedTask.start('engine', bars);
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`sweeps of ${SETS} sets on 1 and 2 workers, round ${round} of ${ROUNDS}`);
    for (let part = 0; part < PARTS; part++) {
      const signals = [...(await bare.time(part)), ...(await engine.time(part))];
      if (new Set(signals).size > 1) throw new Error('sweeps disagree on the decisions');
    }
  }
  await Promise.all([bare.stop(), engine.stop()]);
  return [
    row('bare loop, 1 worker', bare.aloneSpeed),
    { ...row('bare loop, 2 workers', bare.both.clockSpeed), ratio: bare.clockScaling },
    judged(row('engine, 1 worker', engine.aloneSpeed), engine.aloneSpeed / bare.aloneSpeed, 0.5, 'bare'),
    judged(row('engine, 2 workers', engine.both.clockSpeed), engine.clockScaling, 1.8, '1 worker'),
    { ...row('engine, 2 workers, each by its own best', engine.both.speed), ratio: engine.scaling },
  ];
}

function row(name: string, sweepsPerSecond: number): BenchResult {
  return { name, value: (sweepsPerSecond * SETS * SWEEP_BAR_COUNT) / 1e6, unit: 'M evaluations/s' };
}

function judged(result: BenchResult, ratio: number, least: number, of: string): BenchResult {
  return { ...result, ratio, aim: `ratio >= ${least} of ${of}`, met: ratio >= least };
}

export const benchmark: Benchmark = {
  name: 'sweep',
  summary: `${SETS} parameter sets over ${SWEEP_BAR_COUNT.toLocaleString('en-US')} hourly bars on worker threads`,
  run,
};
