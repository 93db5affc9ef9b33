/**
 * One series of minutes as it arrives: duplicated, reordered, with holes. Bars leave in order and without a
 * hole; a bar that comes too early waits until everything before it is there. Open times decide, never the
 * order of arrival.
 */
import type { Kline } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';

/**
 * `ahead`: something before it is missing. `seen`: that minute already left; it is either a repetition or a
 * revision.
 */
export type Arrival = 'taken' | 'ahead' | 'seen';

/** Bars that wait for a repair; beyond this the oldest are left to the repair itself. */
const MAX_WAITING = 3_000;

export class MinuteSequence {
  private readonly waiting = new Map<number, Kline>();
  private ready: Kline[] = [];

  constructor(private nextOpenMs: number | undefined = undefined) {}

  /** The minute that must come next; undefined before the start is known. */
  get nextMs(): number | undefined {
    return this.nextOpenMs;
  }

  /** Goes on from here; what was ready is forgotten, what waits stays. */
  restart(nextOpenMs: number | undefined): void {
    this.nextOpenMs = nextOpenMs;
    this.ready = [];
    this.takeWaiting();
  }

  offer(bar: Kline): Arrival {
    const { nextOpenMs } = this;
    if (nextOpenMs !== undefined && bar.open_time < nextOpenMs) return 'seen';
    if (bar.open_time === nextOpenMs) {
      this.take(bar);
      this.takeWaiting();
      return 'taken';
    }
    this.waiting.set(bar.open_time, bar);
    if (this.waiting.size > MAX_WAITING) this.waiting.delete(Math.min(...this.waiting.keys()));
    return 'ahead';
  }

  /** The exchange has no bar for these minutes: goes on with the first one it has. Returns that minute. */
  skipTo(openMs: number): void {
    this.nextOpenMs = openMs;
    this.takeWaiting();
  }

  firstWaitingMs(): number | undefined {
    return this.waiting.size === 0 ? undefined : Math.min(...this.waiting.keys());
  }

  hasReady(): boolean {
    return this.ready.length > 0;
  }

  /** Hands over up to `limit` bars, oldest first. */
  release(limit: number): Kline[] {
    return this.ready.splice(0, limit);
  }

  private take(bar: Kline): void {
    this.ready.push(bar);
    this.nextOpenMs = bar.open_time + MINUTE_MS;
  }

  private takeWaiting(): void {
    for (const openMs of this.waiting.keys()) {
      if (this.nextOpenMs !== undefined && openMs < this.nextOpenMs) this.waiting.delete(openMs);
    }
    for (;;) {
      const bar = this.nextOpenMs === undefined ? undefined : this.waiting.get(this.nextOpenMs);
      if (bar === undefined) return;
      this.waiting.delete(bar.open_time);
      this.take(bar);
    }
  }
}
