/**
 * One thread for trials. A trial that takes it down or never ends is named, marked as failed and left out;
 * the rest of its chunk is done by a new thread, unless too many of it never ended. One that dies before it
 * is ready died of this machine, and no trial is blamed for it.
 */
import type { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadJob, TrialInput } from './trial-protocol';

/** Each holds the thread for all of its time: after so many the rest of their chunk is left out. */
const MOST_SILENCES = 3;

export interface TrialThreadOptions {
  /** A trial may take this long, and so may the start of a thread. */
  readonly silenceMs: number;
  startThread(): Worker;
}

export interface DoneTrials {
  readonly rows: Float64Array;
  /** By place in the chunk. */
  readonly faults: Readonly<Record<number, string>>;
}

/** What was asked of it can be done elsewhere, or later. */
export class ThreadNotStarted extends Error {}

type Ending = 'done' | { readonly broken: string; readonly isSilent?: boolean };

export class TrialThread {
  private worker: Worker | undefined;
  private isReady = false;
  private isClosed = false;

  constructor(private readonly options: TrialThreadOptions) {}

  /** Makes sure that there is one. Throws ThreadNotStarted. */
  async start(): Promise<void> {
    if (this.isReady) return;
    const worker = this.create();
    try {
      await ready(worker, this.options.silenceMs);
    } catch (error) {
      this.drop(worker);
      throw new ThreadNotStarted(`no thread starts here: ${(error as Error).message}`);
    }
    this.isReady = this.worker === worker;
  }

  /** Throws ThreadNotStarted. */
  async run(input: TrialInput, first: number, count: number): Promise<DoneTrials> {
    const rows = new Float64Array(new SharedArrayBuffer(8 * count * input.rowLength));
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const faults: Record<number, string> = {};
    let silences = 0;
    while (Atomics.load(progress, 0) < count) {
      await this.start();
      const ending = await this.attempt({ input, first, count, rows, progress }, faults);
      if (this.isClosed) throw new Error('the worker was stopped');
      if (ending === 'done') break;
      const at = Atomics.load(progress, 0);
      if (at >= count) break;
      if (ending.isSilent === true) silences += 1;
      const next = silences < MOST_SILENCES ? at + 1 : count;
      rows.fill(Number.NaN, at * input.rowLength, next * input.rowLength);
      for (let k = at; k < next; k++) {
        faults[k] = k === at ? ending.broken : `left out: ${MOST_SILENCES} before it never ended`;
      }
      Atomics.store(progress, 0, next);
    }
    return { rows, faults };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }

  private create(): Worker {
    if (this.isClosed) throw new ThreadNotStarted('the worker was stopped');
    let worker: Worker;
    try {
      worker = this.options.startThread();
    } catch (error) {
      throw new ThreadNotStarted(`no thread starts here: ${(error as Error).message}`);
    }
    this.worker = worker;
    // Between two chunks nothing else listens: one that ends then is replaced before the next.
    const drop = () => this.drop(worker);
    worker.on('error', drop).on('exit', drop);
    return worker;
  }

  private drop(worker: Worker): void {
    void worker.terminate();
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.isReady = false;
  }

  private attempt(job: ThreadJob, faults: Record<number, string>): Promise<Ending> {
    const worker = this.worker!;
    return new Promise((resolve) => {
      let seen = Atomics.load(job.progress, 0);
      const end = (ending: Ending) => {
        clearInterval(watch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (ending !== 'done') this.drop(worker);
        resolve(ending);
      };
      const look = () => {
        const done = Atomics.load(job.progress, 0);
        const broken = `it took longer than ${this.options.silenceMs / 1000} s`;
        if (done === seen) end({ broken, isSilent: true });
        seen = done;
      };
      const watch = setInterval(look, this.options.silenceMs);
      const onMessage = (answer: ThreadAnswer) => {
        if (answer === 'done') end(answer);
        else if (answer !== 'ready') faults[answer.place] = answer.reason;
      };
      const onError = (error: Error) => end({ broken: `it ended its thread: ${error.message}` });
      const onExit = () => end({ broken: 'it ended its thread' });
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(job);
    });
  }
}

function ready(worker: Worker, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      clearTimeout(deadline);
      worker.off('message', onReady).off('error', onError).off('exit', onExit);
      act();
    };
    const onReady = settle(resolve);
    const onError = (error: Error) => settle(() => reject(error))();
    const onExit = settle(() => reject(new Error('it ended at once')));
    const late = settle(() => reject(new Error(`it was not ready within ${withinMs / 1000} s`)));
    const deadline = setTimeout(late, withinMs);
    worker.on('message', onReady).on('error', onError).on('exit', onExit);
  });
}
