/**
 * The running venue: domain, clock, ledger, faults and limits in one place. `sync()` moves the market to the
 * present and publishes what happened; every entry point calls it before it reads or changes anything.
 */
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
import type { ApiKey, KeyState, SimOptions } from './options';
import { recordEvents, type UserEventSink } from './record';
import { listenKeyExpired } from './wire/events';

/** A key as it stands now; its owner can change it while clients use it. */
export interface KeyRecord extends ApiKey {
  readonly state: KeyState;
}

export class Simulator {
  readonly clock: SimClock;
  readonly ledger = new Ledger();
  readonly faults: FaultMenu;
  readonly limits: RateLimits;
  readonly listenKeys: ListenKeys;
  readonly keys = new Map<string, KeyRecord>();
  venue: Venue;
  sink: UserEventSink = { deliver: () => {} };

  constructor(readonly options: SimOptions) {
    const { time } = options;
    this.clock = new SimClock(options.startMs ?? time.wallMs(), options.speed, () => time.monotonicMs());
    this.faults = new FaultMenu(mix(options.seed, 0xfa17), () => time.monotonicMs());
    for (const key of options.keys) this.keys.set(key.key, { ...key, state: 'active' });
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
    this.ledger.append(kind, account, data, this.clock.nowMs(), this.options.time.wallMs());
  }

  /** A venue without any trading yet; market, clock and keys stay. */
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
      const strike = this.faults.strike(['trigger_rejected', 'trigger_stuck'], { symbol: algo.symbol });
      if (strike === undefined) return undefined;
      return strike.kind === 'trigger_rejected' ? 'rejected' : 'stuck';
    };
    return venue;
  }
}
