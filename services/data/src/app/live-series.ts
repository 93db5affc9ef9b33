/**
 * One series of live ingest: what is expected next, what was committed, and the higher time frames in the
 * making.
 */
import type { Kline } from '@platform/contracts';
import { MINUTE_MS } from '@platform/core';
import { MinuteSequence } from '../domain/minute-sequence';
import type { TimeframeLadder } from '../domain/timeframe-ladder';
import type { Series } from './ports';

/** Enough to tell a repetition from a revision without asking the database. */
const RECENT_BARS = 4;

export class LiveSeries implements Series {
  readonly market: Series['market'];
  readonly symbol: string;
  readonly sequence = new MinuteSequence();
  /** Undefined until the database has shown where to go on, and again after a failed write or a revision. */
  ladder: TimeframeLadder | undefined;
  isRepairing = false;
  repairWanted = false;
  private nextMs: number | undefined;
  private readonly recent = new Map<number, Kline>();
  private newSinceMs = 0;

  constructor(series: Series) {
    this.market = series.market;
    this.symbol = series.symbol;
  }

  get committedNextMs(): number | undefined {
    return this.nextMs;
  }

  begin(nextOpenMs: number, ladder: TimeframeLadder): void {
    this.ladder = ladder;
    this.nextMs = nextOpenMs;
    this.sequence.restart(nextOpenMs);
  }

  /**
   * Bars that closed before this are history to listeners: the first filling of a new series is read, not
   * announced.
   */
  get newsFromMs(): number {
    return this.newSinceMs;
  }

  isNew(nowMs: number): void {
    this.newSinceMs = nowMs;
  }

  committed(bars: readonly Kline[]): void {
    for (const bar of bars) {
      this.nextMs = bar.open_time + MINUTE_MS;
      this.recent.set(bar.open_time, bar);
    }
    for (const openMs of this.recent.keys()) {
      if (this.recent.size <= RECENT_BARS) return;
      this.recent.delete(openMs);
    }
  }

  /** Forgets what is not in the database; the next repair starts from there. */
  reset(): void {
    this.ladder = undefined;
    this.recent.clear();
    this.sequence.restart(undefined);
  }

  isRepetition(bar: Kline): boolean {
    const known = this.recent.get(bar.open_time);
    return known !== undefined && isSame(known, bar);
  }
}

function isSame(a: Kline, b: Kline): boolean {
  return (Object.keys(a) as (keyof Kline)[]).every((field) => a[field] === b[field]);
}
