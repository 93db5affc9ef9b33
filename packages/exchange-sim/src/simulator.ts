/**
 * The running venue: domain, clock, ledger, faults and limits in one place. `sync()` moves the market to the present and
 * tells the world what happened; every entry point calls it before it reads or changes anything.
 */
import { performance } from 'node:perf_hooks';
import { SimClock } from './clock';
import { FaultMenu } from './domain/faults';
import { Ledger, type LedgerKind } from './domain/ledger';
import { ListenKeys } from './domain/listen-keys';
import { mix } from './domain/random';
import { RateLimits } from './domain/rate-limits';
import { advanceTo } from './domain/trading/advance';
import { applyEvent } from './domain/trading/resume';
import type { VenueEvent } from './domain/trading/types';
import { Venue } from './domain/trading/venue';
import { appendJournal, dropJournal, readJournal } from './journal';
import type { SimOptions } from './options';
import { recordEvents } from './record';
import { listenKeyExpired, type UserEvent } from './wire/events';

/** Where user events go; the websocket hub implements it. */
export interface UserEventSink {
  deliver(account: string, event: UserEvent): void;
}

export class Simulator {
  readonly clock: SimClock;
  readonly ledger = new Ledger();
  readonly faults: FaultMenu;
  readonly limits: RateLimits;
  readonly listenKeys: ListenKeys;
  venue: Venue;
  sink: UserEventSink = { deliver: () => {} };

  constructor(readonly options: SimOptions) {
    const monotonic = () => performance.now();
    this.clock = new SimClock(options.startMs ?? Date.now(), options.speed, monotonic);
    this.faults = new FaultMenu(mix(options.seed, 0xfa17));
    this.limits = new RateLimits(options.limits);
    this.listenKeys = new ListenKeys(options.seed, options.listenKeyLifetimeMs);
    this.venue = this.newVenue();
    // What the market did meanwhile is made up for at the first look: stops trigger and funding is paid.
    if (options.journal !== undefined) {
      for (const event of readJournal(options.journal)) applyEvent(this.venue, event);
    }
  }

  /** Brings the market up to the present and returns the present. */
  sync(): number {
    const nowMs = this.clock.nowMs();
    advanceTo(this.venue, nowMs);
    this.flush();
    for (const { key, account } of this.listenKeys.takeExpired(this.clock.monotonicMs())) {
      this.sink.deliver(account, listenKeyExpired(key, nowMs));
    }
    return nowMs;
  }

  /** Writes what just happened into the ledger and onto the user streams. */
  flush(): void {
    const events: VenueEvent[] = this.venue.takeEvents();
    if (events.length === 0) return;
    if (this.options.journal !== undefined) appendJournal(this.options.journal, events);
    recordEvents(this, events);
  }

  record(kind: LedgerKind, account: string | undefined, data: unknown): void {
    this.ledger.append(kind, account, data, this.clock.nowMs(), Date.now());
  }

  /** A venue nobody has traded on yet; market, clock and keys stay. */
  reset(): void {
    if (this.options.journal !== undefined) dropJournal(this.options.journal);
    this.venue = this.newVenue();
    this.faults.clear();
    this.limits.reset();
    this.ledger.clear();
    this.clock.skewMs = 0;
  }

  private newVenue(): Venue {
    const venue = new Venue(this.options);
    venue.processedToMs = this.clock.nowMs();
    venue.triggerFault = (algo) => {
      const strike = this.faults.strike(['trigger_rejected', 'trigger_stuck'], { path: algo.symbol });
      if (strike === undefined) return undefined;
      return strike.kind === 'trigger_rejected' ? 'rejected' : 'stuck';
    };
    return venue;
  }
}
