/**
 * Takes chunks of trials from the queue, one per thread at a time, and sends their rows. It computes from
 * what the manager put on the bus and needs nothing else: no database, no key, no bars of its own.
 */
import { createHash } from 'node:crypto';
import {
  Backoff,
  BusAway,
  NoSuchQueue,
  systemChance,
  systemTime,
  type TakenChunk,
  type TrialQueue,
} from '@platform/service-kit';
import {
  type ChunkHeader,
  decodeFrame,
  encodeFrame,
  FIRST_PIECE,
  type InputHeader,
  type ResultHeader,
} from '../app/trial-messages';
import type { TrialProgram } from './trial-program';
import type { TrialInput } from './trial-protocol';
import { ThreadNotStarted, TrialThread } from './trial-thread';

const TRIAL_SILENCE_MS = 120_000;
const PAUSE_MS = 1_000;
const MOST_PAUSE_MS = 5_000;
/** A chunk that took down so many workers is not given to another: its trials are reported as failed. */
const MOST_DEATHS = 4;
const INPUTS_HELD = 2;
/** All reasons of a chunk go into one message with its rows. */
const REASON_LENGTH = 200;

/** What its chunk is computed from is not there, or not what it was: no worker can do it. */
class InputGone extends Error {}

export interface TrialWorkerOptions {
  readonly queue: TrialQueue;
  readonly name: string;
  readonly program: TrialProgram;
  readonly threads: number;
  onFault(error: Error): void;
  onDone?(header: ChunkHeader): void;
}

export class TrialWorker {
  private readonly stop = new AbortController();
  private readonly inputs = new Map<string, Promise<TrialInput>>();
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: TrialWorkerOptions) {}

  start(): void {
    this.running = Promise.all(Array.from({ length: this.options.threads }, () => this.serve()));
  }

  /** Chunks in hand go back to the queue. */
  async close(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async serve(): Promise<void> {
    const { signal } = this.stop;
    const { program, queue } = this.options;
    const thread = new TrialThread({
      silenceMs: TRIAL_SILENCE_MS,
      startThread: () => program.startThread(),
    });
    const pause = this.pause();
    // No thread is asked for before there is work. After one did not start, no work is asked for before one
    // does.
    let isSick = false;
    while (!signal.aborted) {
      try {
        if (isSick) await thread.start();
        isSick = false;
        const taken = await queue.next(program.codeDigest);
        if (taken !== undefined) await this.workOrGiveBack(thread, taken);
        pause.reset();
      } catch (error) {
        isSick ||= error instanceof ThreadNotStarted;
        this.report(error as Error, isSick ? '; no trials are taken until one does' : '');
        await pause.wait();
      }
    }
    await thread.close();
  }

  /**
   * Until the chunk is done or the worker is closed. What waits for the close goes with the chunk: a worker
   * does any number of them.
   */
  private async workOrGiveBack(thread: TrialThread, taken: TakenChunk): Promise<void> {
    const { signal } = this.stop;
    if (signal.aborted) return taken.giveBack();
    const over = new AbortController();
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { signal: over.signal }),
    );
    try {
      await Promise.race([this.work(thread, taken), stopped.then(() => taken.giveBack())]);
    } finally {
      over.abort();
    }
  }

  private pause(): Backoff {
    const { signal } = this.stop;
    return new Backoff({
      initialMs: PAUSE_MS,
      maximumMs: MOST_PAUSE_MS,
      time: systemTime,
      chance: systemChance,
      signal,
    });
  }

  private report(error: Error, consequence: string): void {
    if (error instanceof BusAway || error instanceof NoSuchQueue || this.stop.signal.aborted) return;
    this.options.onFault(new Error(`${error.message}${consequence}`, { cause: error }));
  }

  private async work(thread: TrialThread, taken: TakenChunk): Promise<void> {
    const { name, program, onDone } = this.options;
    let header: ChunkHeader;
    try {
      header = decodeFrame<ChunkHeader>(taken.payload).header;
    } catch (error) {
      await taken.done();
      throw error;
    }
    try {
      const input = await this.input(header);
      const { experimentId, chunk, first, count } = header;
      const { rows, faults } =
        taken.deaths >= MOST_DEATHS
          ? lost(input, count, `its chunk ended ${MOST_DEATHS} workers`)
          : await thread.run(input, first, count);
      const result: ResultHeader = {
        experimentId,
        codeDigest: program.codeDigest,
        chunk,
        worker: name,
        faults: Object.fromEntries(
          Object.entries(faults).map(([k, reason]) => [
            first + Number(k),
            String(reason).slice(0, REASON_LENGTH),
          ]),
        ),
      };
      await this.send(header, encodeFrame(result, [numbered(input, first, count, rows)]));
      if (this.stop.signal.aborted) return;
      await taken.done();
      onDone?.(header);
    } catch (error) {
      if (!(error instanceof InputGone)) {
        taken.giveBack();
        throw error;
      }
      // Of an experiment that is over, or one whose manager puts it up again and offers the chunk again.
      await taken.done();
      this.report(error, `: chunk ${header.chunk} is left out`);
    }
  }

  /**
   * A bus that is away or has no room may take it later: until then the result is kept, and the chunk with
   * it.
   */
  private async send({ experimentId, chunk }: ChunkHeader, payload: Uint8Array): Promise<void> {
    const pause = this.pause();
    while (!this.stop.signal.aborted) {
      try {
        return await this.options.queue.sendResult(experimentId, chunk, payload);
      } catch (error) {
        this.report(error as Error, `: the result of chunk ${chunk} of ${experimentId} is sent again`);
        await pause.wait();
      }
    }
  }

  /** The inputs of the last experiments are kept. */
  private input(header: ChunkHeader): Promise<TrialInput> {
    const known = this.inputs.get(header.inputDigest);
    if (known !== undefined) return known;
    const fetched = this.fetch(header);
    fetched.catch(() => this.inputs.delete(header.inputDigest));
    this.inputs.set(header.inputDigest, fetched);
    if (this.inputs.size > INPUTS_HELD) this.inputs.delete(this.inputs.keys().next().value!);
    return fetched;
  }

  private async fetch({ experimentId, pieces, inputDigest }: ChunkHeader): Promise<TrialInput> {
    const parts: Uint8Array[] = [];
    for (let piece = 0; piece < pieces; piece++) {
      const part = await this.options.queue.input(experimentId, FIRST_PIECE + piece);
      if (part === undefined)
        throw new InputGone(`the input of experiment ${experimentId} is not on the bus any more`);
      parts.push(part);
    }
    return inputOf(Buffer.concat(parts), inputDigest);
  }
}

function inputOf(bytes: Uint8Array, digest: string): TrialInput {
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    throw new InputGone('an input that is not what it should be');
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
