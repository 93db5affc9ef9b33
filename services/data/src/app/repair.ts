/**
 * Fills holes of live series by REST. One repair per series at a time, a few series at once: one that waits
 * makes room for another, so that series of which the exchange has nothing hold up no other. It goes on from
 * the newest minute in the database, so it also fills what a failed write, a restart or a long outage left
 * out.
 */
import { type Kline, TOXICITY_HISTORY_MS } from '@platform/contracts';
import { barOpenTimeMs, DAY_MS, MINUTE_MS } from '@platform/core';
import { Backoff } from '@platform/service-kit';
import { AHEAD_TOLERANCE_MS, findClosedBarFault } from '../domain/bar-check';
import { type ClosedBar, TimeframeLadder } from '../domain/timeframe-ladder';
import type { IngestParts } from './ingest-parts';
import type { LiveSeries } from './live-series';

const AT_ONCE = 6;
/** As far back as the bus remembers; what is older is a backfill, and the report shows it. */
const LONGEST_REPAIR_MS = 7 * DAY_MS;
/** Reads may lag behind the stream for a moment; then the exchange really has no such minute. */
const EMPTY_READS_BEFORE_HOLE = 4;
/**
 * A minute is read only so long after its end: our idea of the exchange's time may be ahead, and half a bar
 * is useless.
 */
const SETTLED_AFTER_MS = 2_000;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export class Repair {
  /** Lets in those that want a place, in the order in which they asked for one. */
  private readonly queue: (() => void)[] = [];
  private freePlaces = AT_ONCE;
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly parts: IngestParts,
    private readonly take: (live: LiveSeries, bar: Kline) => void,
    private readonly written: () => Promise<void>,
  ) {}

  want(live: LiveSeries): void {
    if (live.isRepairing) {
      live.repairWanted = true;
      return;
    }
    live.isRepairing = true;
    const running = this.takePlace()
      .then(() => this.repair(live))
      .finally(() => {
        this.leavePlace();
        this.running.delete(running);
        live.isRepairing = false;
        if (live.repairWanted) {
          live.repairWanted = false;
          this.want(live);
        }
      });
    this.running.add(running);
  }

  /** To be called when the signal has ended every wait: those in the queue then leave one after the other. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }

  private async takePlace(): Promise<void> {
    if (this.freePlaces > 0) this.freePlaces -= 1;
    else await new Promise<void>((letIn) => this.queue.push(letIn));
  }

  private leavePlace(): void {
    const letIn = this.queue.shift();
    if (letIn === undefined) this.freePlaces += 1;
    else letIn();
  }

  /** Another one has the place meanwhile; afterwards it is queued for again. */
  private async waitOutside(wait: Promise<void>): Promise<void> {
    this.leavePlace();
    await wait;
    await this.takePlace();
  }

  private async repair(live: LiveSeries): Promise<void> {
    const { signal, events, time, chance } = this.parts;
    const backoff = new Backoff({ initialMs: 250, maximumMs: 15_000, time, chance, signal });
    let filled = 0;
    let emptyReads = 0;
    while (!signal.aborted) {
      try {
        if (live.ladder === undefined) await this.begin(live);
        const missing = this.missing(live);
        if (missing === undefined) {
          // Bars that only waited for the hole before them.
          await this.written();
          break;
        }
        const taken = await this.fetch(live, missing);
        if (taken === 'asked to wait') continue;
        filled += taken;
        if (taken > 0) {
          emptyReads = 0;
          backoff.reset();
          continue;
        }
        emptyReads += 1;
        if (emptyReads >= EMPTY_READS_BEFORE_HOLE && this.skipHole(live)) emptyReads = 0;
      } catch (error) {
        events.onRepairFailed(live, error instanceof Error ? error.message : String(error));
      }
      await this.waitOutside(backoff.wait());
    }
    if (filled > 0) events.onRepaired(live, filled);
  }

  /** Where the database ends is where the series goes on; the open buckets are filled from its minutes. */
  private async begin(live: LiveSeries): Promise<void> {
    const { store, exchange } = this.parts;
    const nowMs = exchange.nowMs();
    const earliestMs = barOpenTimeMs('1m', nowMs - LONGEST_REPAIR_MS);
    const newestMs = await store.newestMinuteMs(live);
    // Without history two days of it make toxicity and the shorter time frames useful at once; more is a
    // backfill.
    if (newestMs === null) live.isNew(nowMs);
    const nextMs =
      newestMs === null ? barOpenTimeMs('1m', nowMs - TOXICITY_HISTORY_MS) : newestMs + MINUTE_MS;
    const ladder = new TimeframeLadder();
    const minutes = await store.read(live, '1m', barOpenTimeMs('1w', newestMs ?? nextMs), nextMs);
    let completed: readonly ClosedBar[] = [];
    for (let i = 0; i < minutes.length; i++) completed = ladder.push(minutes.at(i)).closed;
    await this.writeCompleted(live, completed);
    if (nextMs < earliestMs) this.parts.events.onHole(live, nextMs, earliestMs);
    live.begin(Math.max(nextMs, earliestMs), ladder);
  }

  /** What the newest minute completed: it was written first, and what ended in between left these out. */
  private async writeCompleted(live: LiveSeries, completed: readonly ClosedBar[]): Promise<void> {
    if (completed.length === 0) return;
    const { market, symbol } = live;
    const { store, publish, written } = this.parts;
    const bars = completed.map(({ timeframe, bar }) => ({ market, symbol, timeframe, ...bar }));
    const fresh = await store.writeLive(bars);
    if (fresh.length === 0) return;
    // The minute itself may still be on its way to the bus.
    await this.written();
    written.changed(live);
    publish(fresh);
  }

  private missing(live: LiveSeries): Span | undefined {
    const fromMs = live.sequence.nextMs;
    const lastClosedMs = barOpenTimeMs('1m', this.parts.exchange.nowMs() - SETTLED_AFTER_MS) - MINUTE_MS;
    const lastMs = (live.sequence.firstWaitingMs() ?? lastClosedMs + MINUTE_MS) - MINUTE_MS;
    return fromMs === undefined || fromMs > lastMs ? undefined : { fromMs, toMs: lastMs };
  }

  /** Returns how many bars it brought. */
  private async fetch(live: LiveSeries, { fromMs, toMs }: Span): Promise<number | 'asked to wait'> {
    const { exchange, events, signal, time } = this.parts;
    const answer = await exchange.minutes(live, fromMs, toMs);
    if (answer.kind === 'failed') throw new Error(answer.message);
    if (answer.kind === 'wait') {
      await this.waitOutside(time.wait(answer.waitMs, signal));
      return 'asked to wait';
    }
    const before = live.sequence.nextMs;
    for (const bar of answer.value) {
      const fault = findClosedBarFault(bar, '1m', exchange.nowMs() + AHEAD_TOLERANCE_MS);
      if (fault === null) this.take(live, bar);
      else events.onDropped(fault, live);
    }
    await this.written();
    const after = live.sequence.nextMs;
    return before === undefined || after === undefined ? 0 : Math.max(0, (after - before) / MINUTE_MS);
  }

  private skipHole(live: LiveSeries): boolean {
    const fromMs = live.sequence.nextMs;
    const toMs = live.sequence.firstWaitingMs();
    if (fromMs === undefined || toMs === undefined) return false;
    this.parts.events.onHole(live, fromMs, toMs);
    live.sequence.skipTo(toMs);
    return true;
  }
}
