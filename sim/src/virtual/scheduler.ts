/**
 * Owns time. Everything that will happen is an event here; the earliest is taken once all promises have
 * settled, and events of the same moment are taken in an order drawn from the seed. Nothing waits for the
 * machine.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Draws } from '../schedule/random';

interface Event {
  readonly atMs: number;
  readonly order: number;
  readonly number: number;
  run: (() => void) | undefined;
}

/** Before whatever else is due at that moment, in the order of asking. */
export const FIRST = -1;

export class Scheduler {
  private readonly heap: Event[] = [];
  private timeMs = 0;
  private count = 0;
  private stepCount = 0;

  constructor(private readonly draws: Draws) {}

  get nowMs(): number {
    return this.timeMs;
  }

  /** How many events there were. */
  get steps(): number {
    return this.stepCount;
  }

  /** Returns how to prevent it. */
  after(delayMs: number, run: () => void, order: number = this.draws.unit()): () => void {
    const event: Event = { atMs: this.timeMs + Math.max(0, delayMs), order, number: ++this.count, run };
    push(this.heap, event);
    return () => {
      event.run = undefined;
    };
  }

  every(periodMs: number, run: () => void): () => void {
    let cancel = () => {};
    const again = () => {
      cancel = this.after(periodMs, again);
      run();
    };
    cancel = this.after(periodMs, again);
    return () => cancel();
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets things happen until the work is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const done = work.finally(() => {
      state.isDone = true;
    });
    done.catch(() => undefined);
    for (;;) {
      await turn();
      if (state.isDone) return done;
      const event = pop(this.heap);
      if (event === undefined) throw new Error('nothing is left to happen, and the work is not done');
      if (event.run === undefined) continue;
      this.timeMs = event.atMs;
      this.stepCount += 1;
      event.run();
    }
  }
}

function isBefore(a: Event, b: Event): boolean {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs;
  return a.order === b.order ? a.number < b.number : a.order < b.order;
}

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(event, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): Event | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const child = left + 1 < heap.length && isBefore(heap[left + 1]!, heap[left]!) ? left + 1 : left;
    if (!isBefore(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return first;
}
