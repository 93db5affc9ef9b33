import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { ThreadJob, TrialInput } from './trial-protocol';
import { TrialThread } from './trial-thread';

const SILENCE_MS = 20;

/** Does the trials named here and falls silent on every other. */
class FakeWorker extends EventEmitter {
  constructor(private readonly healthy: readonly number[]) {
    super();
    queueMicrotask(() => this.emit('message', 'ready'));
  }

  postMessage({ rows, progress }: ThreadJob): void {
    for (let k = Atomics.load(progress, 0); this.healthy.includes(k); k++) {
      rows[k] = 7;
      Atomics.store(progress, 0, k + 1);
    }
  }

  async terminate(): Promise<void> {}
}

function threadOf(healthy: readonly number[]): { thread: TrialThread; started: () => number } {
  let started = 0;
  const startThread = () => {
    started += 1;
    return new FakeWorker(healthy) as unknown as Worker;
  };
  return { thread: new TrialThread({ silenceMs: SILENCE_MS, startThread }), started: () => started };
}

it('a trial thread leaves out the rest of a chunk in which three trials never ended, and names each', async () => {
  const { thread, started } = threadOf([0, 2]);
  const { rows, faults } = await thread.run({ rowLength: 1 } as TrialInput, 0, 8);
  const late = 'it took longer than 0.02 s';
  const leftOut = 'left out: 3 before it never ended';
  expect(faults).toEqual({ 1: late, 3: late, 4: late, 5: leftOut, 6: leftOut, 7: leftOut });
  expect([...rows]).toEqual([7, Number.NaN, 7, ...Array<number>(5).fill(Number.NaN)]);
  expect(started()).toBe(3);
});

it('a trial thread counts the trials that never end for each chunk alone', async () => {
  const { thread } = threadOf([0, 1, 3]);
  for (let chunk = 0; chunk < 3; chunk++) {
    const { faults } = await thread.run({ rowLength: 1 } as TrialInput, 0, 5);
    expect(Object.keys(faults)).toEqual(['2', '4']);
  }
});
