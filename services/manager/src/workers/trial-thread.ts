/**
 * One thread for trials. A trial that takes it down or never ends is named, marked as failed and left out; the rest of its chunk is done by
 * a new thread.
 */
import type { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadJob, TrialInput } from './trial-protocol';

export interface TrialThreadOptions {
  /** A trial may take this long. */
  readonly silenceMs: number;
  createWorker(): Worker;
}

export interface DoneTrials {
  readonly rows: Float64Array;
  /** By place in the chunk. */
  readonly faults: Readonly<Record<number, string>>;
}

type Ending = 'done' | { readonly broken: string };

export class TrialThread {
  #worker: Worker | undefined;
  #isClosed = false;

  constructor(private readonly options: TrialThreadOptions) {}

  async run(input: TrialInput, first: number, count: number): Promise<DoneTrials> {
    const rows = new Float64Array(new SharedArrayBuffer(8 * count * input.rowLength));
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const faults: Record<number, string> = {};
    while (Atomics.load(progress, 0) < count) {
      const ending = await this.#attempt({ input, first, count, rows, progress }, faults);
      if (this.#isClosed) throw new Error('the worker was stopped');
      if (ending === 'done') break;
      const at = Atomics.load(progress, 0);
      if (at >= count) break;
      rows.fill(Number.NaN, at * input.rowLength, (at + 1) * input.rowLength);
      faults[at] = ending.broken;
      Atomics.store(progress, 0, at + 1);
    }
    return { rows, faults };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #attempt(job: ThreadJob, faults: Record<number, string>): Promise<Ending> {
    this.#worker ??= this.options.createWorker();
    const worker = this.#worker;
    return new Promise((resolve) => {
      let seen = Atomics.load(job.progress, 0);
      const end = (ending: Ending) => {
        clearInterval(watch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (ending !== 'done') {
          this.#worker = undefined;
          // Its last words, if any, are ignored.
          worker.on('error', () => undefined);
          void worker.terminate();
        }
        resolve(ending);
      };
      const look = () => {
        const done = Atomics.load(job.progress, 0);
        if (done === seen) end({ broken: `it took longer than ${this.options.silenceMs / 1000} s` });
        seen = done;
      };
      const watch = setInterval(look, this.options.silenceMs);
      const onMessage = (answer: ThreadAnswer) => {
        if (answer === 'done') end(answer);
        else faults[answer.place] = answer.reason;
      };
      const onError = (error: Error) => end({ broken: `it ended its thread: ${error.message}` });
      const onExit = () => end({ broken: 'it ended its thread' });
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(job);
    });
  }
}
