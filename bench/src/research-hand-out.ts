/**
 * What the work queue adds: a worker that takes chunks from JetStream, has them done on a thread and sends
 * the rows, against the same thread doing the same chunks by itself. Bars are so many that a trial takes
 * about 20 ms.
 */
import { readFileSync } from 'node:fs';
import { ROW_LENGTH } from '@platform/research';
import { Bus, type TrialQueue } from '@platform/service-kit';
import { startTestNats } from '@platform/testkit';
import type { BenchResult } from './benchmark';
import { median } from './percentile';
import { SweepPool, sweepBars } from './sweep-workers';

const BARS = 600_000;
/** As the manager cuts them: about half a second of work. */
const TRIALS_PER_CHUNK = 16;
const CHUNKS = 5;
const ROUNDS = 7;
const CODE = 'bench'.padEnd(32, '0');
const EXPERIMENT = '01923456-789a-7000-8000-00000000bebc';

export async function measureHandOut(progress: (line: string) => void): Promise<BenchResult[]> {
  const nats = await startTestNats();
  const pool = await SweepPool.start({ task: 'trial', bars: sweepBars(BARS) }, 1);
  const open = async (user: 'manager' | 'worker') => {
    const bus = new Bus({
      servers: [nats.url],
      user,
      creds: readFileSync(nats.credsFor(user)),
      onDown: () => undefined,
      guard: (_, work) => work,
    });
    bus.start();
    if (!(await bus.whenReady(15_000))) throw new Error('the bus does not answer');
    return bus;
  };
  const [manager, worker] = [await open('manager'), await open('worker')];
  try {
    await manager.trials.ensure(CODE);
    const rounds: { readonly bare: number; readonly queued: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      progress(round === 0 ? 'hand-out, warming up' : `hand-out, round ${round} of ${ROUNDS}`);
      const bare = await secondsOf(async () => {
        for (let chunk = 0; chunk < CHUNKS; chunk++) await doChunk(pool, chunk);
      });
      const queued = await secondsOf(() => throughQueue(manager.trials, worker.trials, pool));
      if (round > 0) rounds.push({ bare, queued });
    }
    const ratio = median(rounds.map((round) => round.queued / round.bare));
    const trialMs = (median(rounds.map((round) => round.bare)) / (CHUNKS * TRIALS_PER_CHUNK)) * 1_000;
    return [
      { name: 'a trial on a thread', value: trialMs, unit: 'ms' },
      {
        name: 'the same trial through JetStream',
        value: trialMs * ratio,
        unit: 'ms',
        ratio,
        aim: 'ratio <= 1.05',
        met: ratio <= 1.05,
      },
    ];
  } finally {
    await pool.stop();
    await Promise.all([manager.close(), worker.close()]);
    await nats.dispose();
  }
}

async function doChunk(pool: SweepPool, chunk: number): Promise<void> {
  await pool.sweep(chunk * TRIALS_PER_CHUNK, (chunk + 1) * TRIALS_PER_CHUNK, [0]);
}

/** The manager offers all chunks and takes the results, while the worker does one after the other. */
async function throughQueue(manager: TrialQueue, worker: TrialQueue, pool: SweepPool): Promise<void> {
  const rows = new Uint8Array(TRIALS_PER_CHUNK * (ROW_LENGTH + 1) * 8);
  for (let chunk = 0; chunk < CHUNKS; chunk++)
    await manager.offer(CODE, EXPERIMENT, chunk, Uint8Array.of(chunk));
  const results = (async () => {
    for (let taken = 0; taken < CHUNKS; ) if (await manager.takeResult(async () => undefined)) taken += 1;
  })();
  for (let done = 0; done < CHUNKS; done++) {
    const taken = await worker.next(CODE);
    if (taken === undefined) throw new Error('a chunk was lost');
    const [chunk] = taken.payload;
    await doChunk(pool, chunk!);
    await worker.sendResult(EXPERIMENT, chunk!, rows);
    await taken.done();
  }
  await results;
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}
