import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import type { TakenChunk, TrialQueue } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { decodeFrame, encodeFrame, type ResultHeader } from '../app/trial-messages';
import { TrialWorker } from './trial-worker';

const CHUNKS = 200;
/** No thread is asked for a chunk that ended as many workers before. */
const TOO_MANY_DEATHS = 9;

const input = encodeFrame({ experiment: {}, trialCount: 1, rowLength: 1, markets: [] }, [Float64Array.of(0)]);
const inputDigest = createHash('sha256').update(input).digest('hex');

function chunkOf(chunk: number, over: Partial<TakenChunk> = {}): TakenChunk {
  const header = { experimentId: 'e', codeDigest: 'c', chunk, first: 0, count: 1, pieces: 1, inputDigest };
  return {
    payload: encodeFrame(header, []),
    deaths: TOO_MANY_DEATHS,
    done: async () => undefined,
    giveBack: () => undefined,
    ...over,
  };
}

function workerOn(
  queue: Partial<TrialQueue>,
  startThread: () => Worker = () => {
    throw new Error('no thread is needed');
  },
  onFault: (error: Error) => void = (error) => {
    throw error;
  },
): TrialWorker {
  const program = { codeDigest: 'c', startThread };
  return new TrialWorker({ queue: queue as TrialQueue, name: 'test', program, threads: 1, onFault });
}

/** What a thread runs that does every trial at once. */
const HEALTHY = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ count, rows, progress }) => {
  rows.fill(7);
  Atomics.store(progress, 0, count);
  parentPort.postMessage('done');
});
parentPort.postMessage('ready');`;

it('a trial worker keeps nothing of the chunks that it has done', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const taken: WeakRef<TakenChunk>[] = [];
  const worker = workerOn({
    next: async () => {
      if (taken.length === CHUNKS) return await sleep(10, undefined);
      const chunk = chunkOf(taken.length);
      taken.push(new WeakRef(chunk));
      return chunk;
    },
    input: async () => input,
    sendResult: async () => undefined,
  });
  worker.start();
  while (taken.length < CHUNKS) await sleep(10);
  await sleep(50);
  collect();
  expect(taken.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(10);
  await worker.close();
});

it('a trial worker gives back the chunk in hand when it is closed, and one that comes after that', async () => {
  const givenBack: number[] = [];
  const never = new Promise<never>(() => undefined);
  const giveBack = (chunk: number) => chunkOf(chunk, { giveBack: () => void givenBack.push(chunk) });
  const inHand = workerOn({ next: async () => giveBack(0), input: () => never });
  inHand.start();
  await sleep(10);
  await inHand.close();
  expect(givenBack).toEqual([0]);

  let hand: (chunk: TakenChunk) => void = () => undefined;
  const late = workerOn({
    next: () =>
      new Promise((resolve) => {
        hand = resolve;
      }),
    input: () => never,
  });
  late.start();
  const closing = late.close();
  hand(giveBack(1));
  await closing;
  expect(givenBack).toEqual([0, 1]);
});

it.each([
  ['its program is not there', () => new Worker('/no/such/program.mjs')],
  ['it ends before it is ready', () => new Worker('process.exit(1)', { eval: true })],
  [
    'there is no room for it',
    () => {
      throw new Error('EAGAIN');
    },
  ],
])(
  'a trial worker whose thread does not start, for %s, blames no trial and takes no chunk',
  async (_, broken) => {
    const states: string[] = [];
    const faults: string[] = [];
    let isBroken = true;
    let taken = 0;
    const sent: { header: ResultHeader; values: Float64Array }[] = [];
    const worker = workerOn(
      {
        next: async () => {
          taken += 1;
          return taken > 2
            ? await sleep(10, undefined)
            : chunkOf(taken, { deaths: 0, giveBack: () => void states.push(`chunk ${taken} given back`) });
        },
        input: async () => input,
        sendResult: async (_experiment, _chunk, payload) => {
          sent.push(decodeFrame<ResultHeader>(payload));
        },
      },
      () => (isBroken ? broken() : new Worker(HEALTHY, { eval: true })),
      ({ message }) => faults.push(message),
    );
    worker.start();
    while (faults.length < 2) await sleep(10);
    expect({ taken, states, sent }).toEqual({ taken: 1, states: ['chunk 1 given back'], sent: [] });
    expect(faults[0]).toMatch(/^no thread starts here: .*; no trials are taken until one does$/);
    isBroken = false;
    while (sent.length === 0) await sleep(10);
    await worker.close();
    expect(sent[0]!.header).toMatchObject({ chunk: 2, faults: {} });
    expect([...sent[0]!.values]).toEqual([0, 7]);
  },
);

it('a trial worker whose thread ends between two chunks goes on with another, and blames no trial', async () => {
  const ends = `${HEALTHY}\nparentPort.on('message', () => setTimeout(() => { throw new Error('late'); }, 10));`;
  let started = 0;
  let ended = 0;
  const sent: ResultHeader[] = [];
  const worker = workerOn(
    {
      next: async () => {
        if (sent.length === 2) return await sleep(10, undefined);
        while (ended < sent.length) await sleep(10);
        return chunkOf(sent.length, { deaths: 0 });
      },
      input: async () => input,
      sendResult: async (_experiment, _chunk, payload) => {
        sent.push(decodeFrame<ResultHeader>(payload).header);
      },
    },
    () => {
      started += 1;
      const thread = new Worker(started === 1 ? ends : HEALTHY, { eval: true });
      thread.once('exit', () => {
        ended += 1;
      });
      return thread;
    },
  );
  worker.start();
  while (sent.length < 2) await sleep(10);
  await worker.close();
  expect(sent.map(({ faults }) => faults)).toEqual([{}, {}]);
  expect(started).toBe(2);
});

it('a trial worker keeps what it computed until the bus takes it', async () => {
  const faults: string[] = [];
  const done: number[] = [];
  const worker = workerOn(
    {
      next: async () => {
        if (done.length > 0) return await sleep(10, undefined);
        return chunkOf(0, { done: async () => void done.push(0), giveBack: () => void done.push(-1) });
      },
      input: async () => input,
      sendResult: async () => {
        if (faults.length === 0) throw new Error('no room');
      },
    },
    undefined,
    ({ message }) => faults.push(message),
  );
  worker.start();
  while (done.length === 0) await sleep(10);
  await worker.close();
  expect(done).toEqual([0]);
  expect(faults).toEqual(['no room: the result of chunk 0 of e is sent again']);
});

it('a trial worker takes a chunk whose input is gone out of the queue and goes on to the next', async () => {
  const states: string[] = [];
  const faults: string[] = [];
  const worker = workerOn(
    {
      next: async () => {
        if (states.length === 50) return await sleep(10, undefined);
        const giveBack = () => void states.push('given back');
        return chunkOf(states.length, { done: async () => void states.push('left out'), giveBack });
      },
      input: async () => undefined,
    },
    undefined,
    ({ message }) => faults.push(message),
  );
  worker.start();
  while (states.length < 50) await sleep(10);
  await worker.close();
  expect(new Set(states)).toEqual(new Set(['left out']));
  expect(faults[0]).toContain('not on the bus any more: chunk 0 is left out');
});
