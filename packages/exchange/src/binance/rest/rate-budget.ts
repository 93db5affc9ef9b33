/**
 * How much may still be asked. Counts our own requests and believes the venue's counters when they are higher
 * (others share the address). A fifth of every limit belongs to exits alone; after a 429 or 418 nothing is
 * sent until it is over.
 */
import type { Clock } from '@platform/core';
import type { Priority, Throttled } from '../../port/outcomes';

/** The part of each limit that a priority may use up. */
const SHARE: Readonly<Record<Priority, number>> = { exit: 1, entry: 0.8, read: 0.6 };

/** A limit over fixed windows of the venue's clock. */
export class RateWindow {
  private used = 0;
  private windowStartMs = 0;

  constructor(
    public limit: number,
    private readonly lengthMs: number,
  ) {}

  /** How long to wait before `cost` fits into the share of `priority`; 0 when it fits now. */
  waitMs(cost: number, priority: Priority, nowMs: number): number {
    this.roll(nowMs);
    if (cost === 0 || this.used + cost <= this.limit * SHARE[priority]) return 0;
    return this.windowStartMs + this.lengthMs - nowMs;
  }

  spend(cost: number): void {
    this.used += cost;
  }

  observe(used: number, nowMs: number): void {
    this.roll(nowMs);
    this.used = Math.max(this.used, used);
  }

  private roll(nowMs: number): void {
    const startMs = Math.floor(nowMs / this.lengthMs) * this.lengthMs;
    if (startMs === this.windowStartMs) return;
    this.windowStartMs = startMs;
    this.used = 0;
  }
}

export type LimitName = 'weight' | 'ordersPer10s' | 'ordersPerMinute' | 'funding' | 'statistics';
export type Costs = Readonly<Partial<Record<LimitName, number>>>;

export class RateBudget {
  private readonly windows: Readonly<Record<LimitName, RateWindow>>;
  private silentUntilMs = Number.NEGATIVE_INFINITY;
  private onlyExitsUntilMs = Number.NEGATIVE_INFINITY;

  constructor(
    weightPerMinute: number,
    private readonly local: Clock,
    private readonly venueNowMs: () => number,
  ) {
    this.windows = {
      weight: new RateWindow(weightPerMinute, 60_000),
      ordersPer10s: new RateWindow(300, 10_000),
      ordersPerMinute: new RateWindow(1_200, 60_000),
      funding: new RateWindow(500, 300_000),
      statistics: new RateWindow(1_000, 300_000),
    };
  }

  /** Takes the costs out of the budget, or says how long to hold back. */
  admit(costs: Costs, priority: Priority): Throttled | undefined {
    const monotonicMs = this.local.monotonicMs();
    const silentMs =
      (priority === 'exit' ? this.silentUntilMs : Math.max(this.silentUntilMs, this.onlyExitsUntilMs)) -
      monotonicMs;
    const nowMs = this.venueNowMs();
    let waitMs = Math.max(0, silentMs);
    for (const [name, cost] of entries(costs)) {
      waitMs = Math.max(waitMs, this.windows[name].waitMs(cost, priority, nowMs));
    }
    if (waitMs > 0) return { kind: 'throttled', untilMonotonicMs: monotonicMs + waitMs };
    for (const [name, cost] of entries(costs)) this.windows[name].spend(cost);
    return undefined;
  }

  observe(name: LimitName, used: number): void {
    this.windows[name].observe(used, this.venueNowMs());
  }

  setLimit(name: LimitName, limit: number): void {
    this.windows[name].limit = limit;
  }

  /** Nothing is sent for so long; never shortens a silence. */
  silence(waitMs: number): Throttled {
    this.silentUntilMs = Math.max(this.silentUntilMs, this.local.monotonicMs() + waitMs);
    return { kind: 'throttled', untilMonotonicMs: this.silentUntilMs };
  }

  /** Only exits speak for so long. */
  silenceAllButExits(waitMs: number): Throttled {
    this.onlyExitsUntilMs = Math.max(this.onlyExitsUntilMs, this.local.monotonicMs() + waitMs);
    return { kind: 'throttled', untilMonotonicMs: this.onlyExitsUntilMs };
  }
}

function entries(costs: Costs): [LimitName, number][] {
  return Object.entries(costs) as [LimitName, number][];
}
