/**
 * One life of a process: its time, and the only way in which anything reaches it. When it is over nothing
 * reaches it any more, so whatever it was waiting for never comes; while it is frozen everything waits.
 */
import type { Time } from '@platform/service-kit';
import { FIRST, type Scheduler } from './scheduler';

/** As the machine's timers. */
const SHORTEST_MS = 1;

export class Life implements Time {
  /** By how much its wall clock is wrong. */
  wrongByMs = 0;
  private hasEnded = false;
  private waiting: (() => void)[] | undefined;
  private readonly callsAtEnd: (() => void)[] = [];

  constructor(
    private readonly scheduler: Scheduler,
    private readonly wallMs: () => number,
  ) {}

  get isOver(): boolean {
    return this.hasEnded;
  }

  nowMs(): number {
    return Math.floor(this.wallMs() + this.wrongByMs);
  }

  monotonicMs(): number {
    return this.scheduler.nowMs;
  }

  later(call: () => void, delayMs: number): () => void {
    return this.reach(Math.max(SHORTEST_MS, delayMs), call);
  }

  soon(call: () => void): void {
    this.scheduler.after(0, () => this.do(call), FIRST);
  }

  wait(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const cancel = this.later(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, delayMs);
      const abort = () => {
        cancel();
        resolve();
      };
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Something from outside arrives, if there is still somebody to receive it. */
  reach(delayMs: number, call: () => void): () => void {
    let isMeant = true;
    const cancel = this.scheduler.after(delayMs, () => this.do(() => isMeant && call()));
    return () => {
      // Also while it waits for a thaw.
      isMeant = false;
      cancel();
    };
  }

  freeze(): void {
    this.waiting ??= [];
  }

  thaw(): void {
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (const call of waiting) this.scheduler.after(0, () => this.do(call), FIRST);
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const call of this.callsAtEnd) call();
  }

  /** For the world outside, which notices that the connections are gone. */
  atEnd(call: () => void): void {
    this.callsAtEnd.push(call);
  }

  private do(call: () => void): void {
    if (this.hasEnded) return;
    if (this.waiting === undefined) call();
    else this.waiting.push(call);
  }
}

export type Signal = 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM';

/** What a signal does to the process that lives it. */
export function deliver(
  signal: Signal,
  life: Life,
  { note, drain }: { note(event: { readonly kind: 'frozen' | 'thawed' }): void; drain(): void },
): void {
  switch (signal) {
    case 'SIGKILL':
      life.end();
      break;
    case 'SIGSTOP':
      note({ kind: 'frozen' });
      life.freeze();
      break;
    case 'SIGCONT':
      note({ kind: 'thawed' });
      life.thaw();
      break;
    case 'SIGTERM':
      life.reach(0, drain);
  }
}
