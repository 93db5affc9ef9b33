/**
 * The venue's time. One offset between venue time and this process's monotonic clock, so that a jump of the
 * local wall clock cannot move a timestamp; measured at the middle of the quickest of a few round trips.
 */
import type { Clock } from '@platform/core';
import type { VenueClock } from '../port/instrument';
import type { ReadOutcome } from '../port/outcomes';

const SAMPLES = 3;
/** Crystals drift by tens of milliseconds an hour; the venue tolerates a second. */
const RESYNC_AFTER_MS = 30 * 60_000;

export class OffsetClock implements VenueClock {
  /** Venue time minus monotonic time. */
  private venueMinusMonotonicMs: number;
  private syncedAtMonotonicMs = Number.NEGATIVE_INFINITY;
  private underWay: Promise<ReadOutcome<{ readonly roundTripMs: number }>> | undefined;

  constructor(
    private readonly local: Clock,
    private readonly readServerTime: () => Promise<ReadOutcome<number>>,
  ) {
    this.venueMinusMonotonicMs = local.nowMs() - local.monotonicMs();
  }

  nowMs(): number {
    return Math.round(this.local.monotonicMs() + this.venueMinusMonotonicMs);
  }

  offsetMs(): number {
    return this.nowMs() - this.local.nowMs();
  }

  /**
   * Waits for the first look at the venue's clock only; later ones happen beside the requests, which must not
   * wait.
   */
  async ensureSynced(): Promise<void> {
    if (this.syncedAtMonotonicMs === Number.NEGATIVE_INFINITY) await this.resync();
    else if (this.local.monotonicMs() - this.syncedAtMonotonicMs > RESYNC_AFTER_MS) void this.resync();
  }

  /** Callers that come while one is under way share its answer. */
  resync(): Promise<ReadOutcome<{ readonly roundTripMs: number }>> {
    this.underWay ??= this.measure().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async measure(): Promise<ReadOutcome<{ readonly roundTripMs: number }>> {
    let bestRoundTripMs = Number.POSITIVE_INFINITY;
    let offsetMs = this.venueMinusMonotonicMs;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const sentMs = this.local.monotonicMs();
      const answer = await this.readServerTime();
      const receivedMs = this.local.monotonicMs();
      if (answer.kind !== 'ok') return answer;
      if (receivedMs - sentMs >= bestRoundTripMs) continue;
      bestRoundTripMs = receivedMs - sentMs;
      offsetMs = answer.value - (sentMs + receivedMs) / 2;
    }
    this.venueMinusMonotonicMs = offsetMs;
    this.syncedAtMonotonicMs = this.local.monotonicMs();
    return { kind: 'ok', value: { roundTripMs: bestRoundTripMs } };
  }
}
