/**
 * Takes chunks of trials from the queue, one per thread at a time, and sends their rows. It computes from what the manager put on the bus and
 * needs nothing else: no database, no key, no bars of its own.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { BusAway, NoSuchQueue, type TakenChunk, type TrialQueue } from '@platform/service-kit';
import {
  type ChunkHeader,
  decodeFrame,
  encodeFrame,
  FIRST_PIECE,
  type InputHeader,
  type ResultHeader,
} from '../app/trial-messages';
import { bundle } from '../bundles';
import type { TrialInput } from './trial-protocol';
import { TrialThread } from './trial-thread';

const TRIAL_SILENCE_MS = 120_000;
const PAUSE_MS = 1_000;
/** A chunk that took down so many workers is not given to another: its trials are reported as failed. */
const MOST_DELIVERIES = 4;
const INPUTS_HELD = 2;

/** Of the program that tries, built with the user's own strategies. Names of files are not part of it. */
export function trialCodeDigest(): string {
  const text = readFileSync(bundle('manager-trials'), 'utf8').replace(/^\/\/.*$/gm, '');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export interface TrialWorkerOptions {
  readonly queue: TrialQueue;
  readonly name: string;
  readonly codeDigest: string;
  readonly threads: number;
  onFault(error: Error): void;
  onDone?(header: ChunkHeader): void;
}

export class TrialWorker {
  readonly #stop = new AbortController();
  readonly #inputs = new Map<string, Promise<TrialInput>>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: TrialWorkerOptions) {}

  start(): void {
    this.#running = Promise.all(Array.from({ length: this.options.threads }, () => this.#serve()));
  }

  /** Chunks in hand go back to the queue. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #serve(): Promise<void> {
    const { signal } = this.#stop;
    const thread = new TrialThread({
      silenceMs: TRIAL_SILENCE_MS,
      createWorker: () => new Worker(bundle('manager-trials')),
    });
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    while (!signal.aborted) {
      try {
        const taken = await this.options.queue.next(this.options.codeDigest);
        if (taken === undefined) continue;
        await Promise.race([this.#work(thread, taken), stopped.then(() => taken.giveBack())]);
      } catch (error) {
        if (!(error instanceof BusAway || error instanceof NoSuchQueue)) this.options.onFault(error as Error);
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    await thread.close();
  }

  async #work(thread: TrialThread, taken: TakenChunk): Promise<void> {
    const { queue, name, codeDigest } = this.options;
    let header: ChunkHeader;
    try {
      header = decodeFrame<ChunkHeader>(taken.payload).header;
    } catch (error) {
      await taken.done();
      throw error;
    }
    try {
      const input = await this.#input(header);
      const { first, count } = header;
      const { rows, faults } =
        taken.deliveryCount > MOST_DELIVERIES
          ? lost(input, count, `its chunk ended ${MOST_DELIVERIES} workers`)
          : await thread.run(input, first, count);
      const result: ResultHeader = {
        ...{ experimentId: header.experimentId, codeDigest, chunk: header.chunk, worker: name },
        faults: Object.fromEntries(Object.entries(faults).map(([k, reason]) => [first + Number(k), reason])),
      };
      if (this.#stop.signal.aborted) return;
      await queue.sendResult(
        header.experimentId,
        header.chunk,
        encodeFrame(result, [numbered(input, first, count, rows)]),
      );
      await taken.done();
      this.options.onDone?.(header);
    } catch (error) {
      taken.giveBack();
      throw error;
    }
  }

  /** The inputs of the last experiments are kept. */
  #input(header: ChunkHeader): Promise<TrialInput> {
    const known = this.#inputs.get(header.inputDigest);
    if (known !== undefined) return known;
    const fetched = this.#fetch(header);
    fetched.catch(() => this.#inputs.delete(header.inputDigest));
    this.#inputs.set(header.inputDigest, fetched);
    if (this.#inputs.size > INPUTS_HELD) this.#inputs.delete(this.#inputs.keys().next().value!);
    return fetched;
  }

  async #fetch({ experimentId, pieces, inputDigest }: ChunkHeader): Promise<TrialInput> {
    const parts: Uint8Array[] = [];
    for (let piece = 0; piece < pieces; piece++) {
      const part = await this.options.queue.input(experimentId, FIRST_PIECE + piece);
      if (part === undefined) throw new Error(`the input of experiment ${experimentId} is not on the bus`);
      parts.push(part);
    }
    return inputOf(Buffer.concat(parts), inputDigest);
  }
}

function inputOf(bytes: Uint8Array, digest: string): TrialInput {
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    throw new Error('an input that is not what it should be');
  const { header, values } = decodeFrame<InputHeader>(bytes);
  let at = header.trialCount;
  const markets = header.markets.map((market) => {
    const columns = values.subarray(at, at + market.columnCount);
    at += market.columnCount;
    return { ...market, columns };
  });
  const { experiment, rowLength, trialCount } = header;
  return { id: digest, experiment, rowLength, indices: values.subarray(0, trialCount), markets };
}

function lost({ rowLength }: TrialInput, count: number, reason: string) {
  const faults = Object.fromEntries(Array.from({ length: count }, (_, k) => [k, reason]));
  return { rows: new Float64Array(count * rowLength).fill(Number.NaN), faults };
}

/** Each row behind the number of its trial. */
function numbered(
  { indices, rowLength }: TrialInput,
  first: number,
  count: number,
  rows: Float64Array,
): Float64Array {
  const all = new Float64Array(count * (rowLength + 1));
  for (let k = 0; k < count; k++) {
    all[k * (rowLength + 1)] = indices[first + k]!;
    all.set(rows.subarray(k * rowLength, (k + 1) * rowLength), k * (rowLength + 1) + 1);
  }
  return all;
}
