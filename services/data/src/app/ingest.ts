/**
 * Live minutes: bars of all series are written in batches, then published, and after the minutes of all
 * series the higher bars that they complete, always before a later minute of the same series. So a process
 * that ends in between leaves out only what the newest minute in the table completes, and repair.ts, which
 * goes on from there, writes that first. A series whose minutes have a hole holds back everything after it
 * until the hole is filled by REST.
 */
import type { Kline, KlineMessage } from '@platform/contracts';
import { barOpenTimeMs, timeframeMs } from '@platform/core';
import type { MarketEvent, MarketSubscription } from '@platform/exchange';
import { AHEAD_TOLERANCE_MS, findClosedBarFault } from '../domain/bar-check';
import { type BrokenBucket, HIGHER_TIMEFRAMES } from '../domain/timeframe-ladder';
import type { IngestParts } from './ingest-parts';
import { LiveSeries } from './live-series';
import { type Batch, batchOf, batchOfMinutes, type PendingAggregation } from './minute-batch';
import type { Series } from './ports';
import { rebuildBuckets } from './rebuild';
import { Repair } from './repair';

/** Worth a write of their own: the database has them while the frames of the other series are read. */
const FIRST_MINUTES = 134;
/** So long fewer of them wait for the others. */
const GATHER_MS = 5;
/**
 * Further ones are written together: a transaction more costs more than the bus would gain by having some of
 * them earlier.
 */
const BATCH_MINUTES = 500;
/** Of one series at a time, when it has many: a repair brings pages. */
const SERIES_MINUTES = 1_000;
/** A closing frame that is later than this was lost: the bar is fetched. */
const LATE_AFTER_MS = 4_000;

export class Ingest {
  private readonly series = new Map<string, LiveSeries>();
  private readonly repairer: Repair;
  private writing: Promise<void> | undefined;
  /** Minutes since the last batch was made up. */
  private taken = 0;
  private stopGathering: (() => void) | undefined;
  /** Minutes that are written but not aggregated yet. */
  private readonly pending = new Map<LiveSeries, PendingAggregation>();

  constructor(
    series: readonly Series[],
    private readonly parts: IngestParts,
  ) {
    for (const each of series) this.series.set(keyOf(each), new LiveSeries(each));
    this.repairer = new Repair(
      parts,
      (live, bar) => this.take(live, bar),
      () => this.written(),
    );
  }

  /** What the stream of minutes says. Every connect is a gap: what happened before it must be read. */
  async hear(event: MarketEvent): Promise<void> {
    switch (event.kind) {
      case 'kline':
        if (event.isClosed) this.accept(event, event.kline);
        return;
      case 'gap':
        // Which minutes are closed is the exchange's to say, and after an outage its clock may be another
        // one.
        await this.parts.exchange.resync().finally(() => this.repair(event.subscriptions.flatMap(minutesOf)));
        return;
      case 'down':
        this.parts.events.onDown(event.reason);
        return;
      case 'unreadable':
        this.parts.events.onUnreadable(event.reason);
        return;
      default: // Only minutes are subscribed to here.
    }
  }

  /** A closed minute from the stream. */
  accept(series: Series, bar: Kline): void {
    const live = this.series.get(keyOf(series));
    if (live === undefined) return;
    const fault = findClosedBarFault(bar, '1m', this.parts.exchange.nowMs() + AHEAD_TOLERANCE_MS);
    if (fault === null) this.take(live, bar);
    else this.parts.events.onDropped(fault, series);
  }

  /** The stream may have missed something of these series. */
  repair(series: Iterable<Series>): void {
    for (const each of series) {
      const live = this.series.get(keyOf(each));
      if (live !== undefined) this.repairer.want(live);
    }
  }

  repairAll(): void {
    this.repair(this.series.values());
  }

  /**
   * History before the live edge was written by somebody else: higher bars in the making may be whole now.
   */
  reload(series: Series): void {
    const live = this.series.get(keyOf(series));
    if (live?.ladder === undefined) return;
    live.reset();
    this.repairer.want(live);
  }

  /** Resolves when everything taken so far is written, or known not to be. */
  async written(): Promise<void> {
    await this.write();
  }

  async close(): Promise<void> {
    this.stopGathering?.();
    await this.repairer.settled();
    await this.writing;
  }

  private take(live: LiveSeries, bar: Kline): void {
    switch (live.sequence.offer(bar)) {
      case 'taken':
        this.taken += 1;
        if (this.writing === undefined) this.writeSoon();
        return;
      case 'ahead':
        this.repairer.want(live);
        return;
      case 'seen':
        if (!live.isRepetition(bar)) void this.revise(live, bar);
        return;
    }
  }

  /** Frames that arrive together are written together. */
  private writeSoon(): void {
    if (this.taken >= Math.min(FIRST_MINUTES, this.series.size)) void this.write();
    else
      this.stopGathering ??= this.parts.time.later(
        this.parts.guard('live writes', () => this.write()),
        GATHER_MS,
      );
  }

  /** Fetches the minutes whose closing frame should be here by now. */
  repairLate(): void {
    const dueMs = this.parts.exchange.nowMs() - LATE_AFTER_MS;
    for (const live of this.series.values()) {
      const { nextMs } = live.sequence;
      if (nextMs === undefined || nextMs + timeframeMs('1m') < dueMs) this.repairer.want(live);
    }
  }

  private write(): Promise<void> {
    this.stopGathering?.();
    this.stopGathering = undefined;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
      if (this.taken > 0) this.writeSoon();
    });
    return this.writing;
  }

  /**
   * What was written is announced while the database writes the next batch; higher bars follow when all
   * minutes are announced.
   */
  private async writeAll(): Promise<void> {
    let announcing: Promise<void> | undefined;
    for (;;) {
      const minutes = this.nextMinutes();
      if (minutes.length === 0 && announcing !== undefined) {
        await announcing;
        announcing = undefined;
        continue;
      }
      if (minutes.length === 0 && this.pending.size === 0) return;
      const batch = minutes.length > 0 ? minutes : this.nextHigher();
      // Their series may go on, though they completed nothing.
      if (batch.length === 0) continue;
      const fresh = await this.commit(batch);
      if (fresh !== undefined) announcing = this.announce(batch, fresh, announcing);
    }
  }

  /** A series that was restarted meanwhile gets its higher bars from there. */
  private nextHigher(): Batch[] {
    const batch = [...this.pending]
      .filter(([live, { ladder }]) => live.ladder === ladder)
      .map(([live, { ladder, minute }]) => batchOf(live, [], [ladder.push(minute)]));
    this.pending.clear();
    return batch.filter(({ messages, broken }) => messages.length + broken.length > 0);
  }

  private nextMinutes(): Batch[] {
    this.taken = 0;
    const batch: Batch[] = [];
    let room = BATCH_MINUTES;
    for (const live of this.series.values()) {
      if (room <= 0) break;
      if (!live.sequence.hasReady() || live.ladder === undefined || this.pending.has(live)) continue;
      const minutes = live.sequence.release(SERIES_MINUTES);
      room -= minutes.length;
      batch.push(batchOfMinutes(live, minutes));
    }
    return batch;
  }

  /** The bars that were new; undefined when nothing could be written. */
  private async commit(batch: readonly Batch[]): Promise<readonly KlineMessage[] | undefined> {
    const bars = batch.flatMap(({ messages }) => messages);
    try {
      const fresh = await this.parts.store.writeLive(bars);
      for (const { live, minutes, pending } of batch) {
        live.committed(minutes);
        if (pending !== undefined) this.pending.set(live, pending);
      }
      return fresh;
    } catch (error) {
      for (const { live } of batch) live.reset();
      this.parts.events.onWriteFailed(error, bars.length);
      for (const { live } of batch) this.repairer.want(live);
      return undefined;
    }
  }

  private async announce(
    batch: readonly Batch[],
    fresh: readonly KlineMessage[],
    before: Promise<void> | undefined,
  ): Promise<void> {
    const { publish, events, written, time } = this.parts;
    await before;
    await new Promise<void>((resolve) => time.soon(resolve));
    const freshBars = batch.flatMap((each) => each.freshBars);
    // The minutes of all series before the first higher bar of any.
    publish(freshBars.filter(({ timeframe }) => timeframe === '1m'));
    publish(freshBars.filter(({ timeframe }) => timeframe !== '1m'));
    written.appended(fresh);
    events.onWritten(fresh);
    for (const { live, broken } of batch) {
      if (broken.length > 0) await this.rebuild(live, broken);
    }
  }

  /** Minutes that were skipped here may be in the database by now. */
  private async rebuild(live: LiveSeries, broken: readonly BrokenBucket[]): Promise<void> {
    try {
      const bars = await rebuildBuckets(this.parts.store, live, broken);
      const fresh = bars.length === 0 ? [] : await this.parts.store.writeLive(bars);
      if (fresh.length > 0) this.parts.written.changed(live);
      this.parts.publish(fresh);
    } catch (error) {
      this.parts.events.onWriteFailed(error, 0);
    }
  }

  /**
   * A minute that came before says something else now: the table, every bar made of it and every copy follow.
   */
  private async revise(live: LiveSeries, bar: Kline): Promise<void> {
    const { store, written, events } = this.parts;
    try {
      // What is being written now must not overwrite the revision.
      await this.write();
      const changed = await store.writeLive([
        { market: live.market, symbol: live.symbol, timeframe: '1m', ...bar },
      ]);
      if (changed.length === 0) return;
      const buckets = HIGHER_TIMEFRAMES.map((timeframe) => ({
        timeframe,
        openTimeMs: barOpenTimeMs(timeframe, bar.open_time),
      }));
      const rebuilt = await rebuildBuckets(store, live, buckets);
      if (rebuilt.length > 0) await store.writeLive(rebuilt);
      written.changed(live);
      this.reload(live);
    } catch (error) {
      events.onWriteFailed(error, 1);
    }
  }
}

function minutesOf(about: MarketSubscription): readonly Series[] {
  return about.kind === 'kline' ? [about] : [];
}

function keyOf({ market, symbol }: Series): string {
  return `${market}:${symbol}`;
}
