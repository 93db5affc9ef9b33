/**
 * Request weight and order counts per address, as the venue limits them: a refusal with Retry-After when a
 * window is used up, and a ban when a client goes on regardless. Time is monotonic milliseconds: clock jumps
 * change nothing here.
 */
import { ERRORS, type VenueError } from './errors';

export interface RateLimitOptions {
  readonly weightPerMinute: number;
  readonly ordersPer10s: number;
  readonly ordersPerMinute: number;
  /** Refused requests in one window before the address is banned. */
  readonly refusalsBeforeBan: number;
  readonly banMs: number;
}

export const DEFAULT_LIMITS: RateLimitOptions = {
  weightPerMinute: 2400,
  ordersPer10s: 300,
  ordersPerMinute: 1200,
  refusalsBeforeBan: 10,
  banMs: 120_000,
};

export interface Admission {
  readonly refusal: VenueError | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

interface Window {
  readonly lengthMs: number;
  startMs: number;
  used: number;
}

export class RateLimits {
  private readonly weight: Window = { lengthMs: 60_000, startMs: 0, used: 0 };
  private readonly orders10s: Window = { lengthMs: 10_000, startMs: 0, used: 0 };
  private readonly orders1m: Window = { lengthMs: 60_000, startMs: 0, used: 0 };
  private refusals = 0;
  private bannedUntilMs = 0;

  constructor(private options: RateLimitOptions) {}

  configure(options: Partial<RateLimitOptions>): void {
    this.options = { ...this.options, ...options };
  }

  /**
   * `wallMs` is only printed, in the words of a ban. Funding reads have a limit of their own and say nothing
   * of weight.
   */
  admit(weight: number, isOrder: boolean, monotonicMs: number, wallMs: number): Admission {
    if (monotonicMs < this.bannedUntilMs) return this.banned(monotonicMs, wallMs);
    roll(this.weight, monotonicMs, () => {
      this.refusals = 0;
    });
    this.weight.used += weight;
    if (this.weight.used > this.options.weightPerMinute) return this.overWeight(monotonicMs, wallMs);
    const headers: Record<string, string> = { 'X-MBX-USED-WEIGHT-1M': String(this.weight.used) };
    if (!isOrder) return { refusal: undefined, headers: weight === 0 ? {} : headers };
    return this.admitOrder(monotonicMs, headers);
  }

  ban(durationMs: number, monotonicMs: number): void {
    this.bannedUntilMs = monotonicMs + durationMs;
  }

  reset(): void {
    this.bannedUntilMs = 0;
    this.refusals = 0;
    for (const window of [this.weight, this.orders10s, this.orders1m]) window.used = 0;
  }

  private admitOrder(monotonicMs: number, headers: Record<string, string>): Admission {
    roll(this.orders10s, monotonicMs);
    roll(this.orders1m, monotonicMs);
    this.orders10s.used++;
    this.orders1m.used++;
    headers['X-MBX-ORDER-COUNT-10S'] = String(this.orders10s.used);
    headers['X-MBX-ORDER-COUNT-1M'] = String(this.orders1m.used);
    const { ordersPer10s, ordersPerMinute } = this.options;
    if (this.orders10s.used > ordersPer10s) {
      return refused(
        ERRORS.tooManyOrders(ordersPer10s, '10 SECONDS'),
        remaining(this.orders10s, monotonicMs),
        headers,
      );
    }
    if (this.orders1m.used > ordersPerMinute) {
      return refused(
        ERRORS.tooManyOrders(ordersPerMinute, 'MINUTE'),
        remaining(this.orders1m, monotonicMs),
        headers,
      );
    }
    return { refusal: undefined, headers };
  }

  private overWeight(monotonicMs: number, wallMs: number): Admission {
    this.refusals++;
    if (this.refusals > this.options.refusalsBeforeBan) {
      this.ban(this.options.banMs, monotonicMs);
      return this.banned(monotonicMs, wallMs);
    }
    const headers = { 'X-MBX-USED-WEIGHT-1M': String(this.weight.used) };
    const error = ERRORS.tooManyRequests(this.options.weightPerMinute);
    return refused(error, remaining(this.weight, monotonicMs), headers);
  }

  private banned(monotonicMs: number, wallMs: number): Admission {
    const leftMs = this.bannedUntilMs - monotonicMs;
    return refused(ERRORS.banned(Math.round(wallMs + leftMs)), leftMs, {});
  }
}

function roll(window: Window, nowMs: number, onNew?: () => void): void {
  if (nowMs - window.startMs < window.lengthMs) return;
  window.startMs = nowMs;
  window.used = 0;
  onNew?.();
}

function remaining(window: Window, nowMs: number): number {
  return window.startMs + window.lengthMs - nowMs;
}

function refused(refusal: VenueError, waitMs: number, headers: Record<string, string>): Admission {
  return { refusal, headers: { ...headers, 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } };
}
