import { BusAway, systemTime } from '@platform/service-kit';
import { expect, it } from 'vitest';
import type { ExperimentPlan } from '../domain/experiment-plan';
import { type ExperimentParts, Experiments, planDigestOf } from './experiments';
import type { RunningExperiment } from './ports';

const ACT = { actor: 'alice' } as Parameters<Experiments['cancel']>[0];
const plan = { kind: 'sweep' } as ExperimentPlan;
const experiment = (id: string): RunningExperiment => ({
  id,
  plan,
  planDigest: planDigestOf(plan),
  dataDigest: 'd',
  codeDigest: 'c',
  trialCount: 3,
  chunkSize: 1,
  rowLength: 1,
  doneCount: 0,
});

interface Faults {
  prepare?(): void;
  offer?(id: string, chunk: number): void | Promise<void>;
  withdraw?(): void;
}

/** Experiments whose queue is a list and whose clock stands still unless it is moved. */
function world(faults: Faults, ...ids: string[]) {
  const running = new Set(ids);
  const queue = new Set<string>();
  const waiting: string[] = [];
  const ended: string[] = [];
  const clock = { ms: 0 };
  const parts: ExperimentParts = {
    codeDigest: 'c',
    strategies: { ask: () => Promise.reject(new Error('never asked')) },
    newId: () => 'new',
    wake: () => undefined,
    onChanged: () => undefined,
    time: { ...systemTime, monotonicMs: () => clock.ms },
    onWaiting: (id, { message }) => waiting.push(`${id}: ${message}`),
    thread: {
      prepare: async () => {
        const prepared = {
          trialCount: 3,
          rowLength: 1,
          chunkSize: 1,
          dataDigest: 'd',
          input: new Uint8Array(),
        };
        try {
          faults.prepare?.();
        } catch (error) {
          return { kind: 'failed', reason: (error as Error).message, isTransient: true };
        }
        return { kind: 'prepared', ...prepared };
      },
      judge: async () => ({ kind: 'failed', reason: 'never asked', isTransient: false }),
    },
    records: {
      create: async () => undefined,
      running: async () => ids.filter((id) => running.has(id)).map(experiment),
      missingChunks: async () => [0, 1, 2],
      finish: async (id, outcome) => {
        ended.push(`${id}: ${'error' in outcome ? outcome.error : 'completed'}`);
        return running.delete(id);
      },
      move: async (_, id, action) =>
        action === 'cancel' ? running.delete(id) : running.add(id) !== undefined,
    },
    handOut: {
      ensure: async () => undefined,
      publishInput: async (_, input) => {
        await input();
        return { pieces: 1, inputDigest: 'i' };
      },
      offer: async ({ id }, chunk) => {
        await faults.offer?.(id, chunk);
        queue.add(`${id} ${chunk}`);
      },
      withdraw: async (id) => {
        faults.withdraw?.();
        for (const chunk of queue) if (chunk.startsWith(`${id} `)) queue.delete(chunk);
      },
    },
  };
  const experiments = new Experiments(parts);
  const step = () => experiments.advance(new AbortController().signal);
  return { experiments, step, queue, waiting, ended, clock };
}

it('an experiment cancelled while its chunks are being offered leaves none of them in the queue', async () => {
  const { experiments, step, queue } = world(
    {
      offer: async (id, chunk) => {
        if (chunk === 1) await experiments.cancel(ACT, id);
      },
    },
    'a',
  );
  await step();
  await step();
  expect([...queue]).toEqual([]);
});

it('an experiment cancelled while the bus is away is taken back when it returns', async () => {
  let isAway = true;
  const { experiments, step, queue } = world(
    {
      withdraw: () => {
        if (isAway) throw new BusAway();
      },
    },
    'a',
  );
  await step();
  expect(queue.size).toBe(3);
  await experiments.cancel(ACT, 'a');
  await expect(step()).rejects.toThrow(BusAway);
  isAway = false;
  await step();
  expect(queue.size).toBe(0);
  await experiments.resume(ACT, 'a');
  await step();
  expect(queue.size).toBe(3);
});

it('an experiment whose preparation is cut off is tried again, ever later, and does not fail', async () => {
  let cuts = 3;
  const { experiments, step, queue, waiting, ended, clock } = world(
    {
      prepare: () => {
        if (cuts-- > 0) throw new Error('Connection terminated');
      },
    },
    'a',
  );
  const triedAt: number[] = [];
  for (; queue.size === 0; clock.ms += 500) {
    const before = cuts;
    await step();
    if (cuts < before) triedAt.push(clock.ms);
    if (cuts >= 0) expect(experiments.waitsFor('a')).toBe('Connection terminated');
  }
  expect(triedAt).toEqual([0, 1_000, 3_000, 7_000]);
  expect(waiting).toEqual(Array.from({ length: 3 }, () => 'a: Connection terminated'));
  expect(experiments.waitsFor('a')).toBeNull();
  expect(ended).toEqual([]);
});

it('an experiment whose chunk the queue refuses waits, and holds up no other', async () => {
  let isFull = true;
  const { experiments, step, queue, clock } = world(
    {
      offer: (id) => {
        if (id === 'a' && isFull) throw new Error('no room');
      },
    },
    'a',
    'b',
  );
  await step();
  expect([...queue]).toEqual(['b 0', 'b 1', 'b 2']);
  expect([experiments.waitsFor('a'), experiments.waitsFor('b')]).toEqual(['no room', null]);
  isFull = false;
  clock.ms += 1_000;
  await step();
  expect(queue.size).toBe(6);
  expect(experiments.waitsFor('a')).toBeNull();
});
