/**
 * The venue's clock: starts at a given time, runs at a speed relative to the machine's monotonic clock, and
 * can be moved forward. Skew is the error a client sees in the venue's stated time; the market itself does
 * not feel it.
 */

export class SimClock {
  skewMs = 0;
  private anchorVenueMs: number;
  private anchorMonotonicMs: number;

  constructor(
    startMs: number,
    private rate: number,
    private readonly monotonic: () => number,
  ) {
    this.anchorVenueMs = startMs;
    this.anchorMonotonicMs = monotonic();
  }

  nowMs(): number {
    return Math.floor(this.anchorVenueMs + (this.monotonic() - this.anchorMonotonicMs) * this.rate);
  }

  /** The time that the venue states to clients and checks their timestamps against. */
  statedMs(): number {
    return this.nowMs() + this.skewMs;
  }

  monotonicMs(): number {
    return this.monotonic();
  }

  get speed(): number {
    return this.rate;
  }

  setSpeed(speed: number): void {
    this.anchor(this.nowMs());
    this.rate = speed;
  }

  advance(byMs: number): void {
    if (byMs < 0) throw new RangeError('the market never runs backwards; use skew to mislead clients');
    this.anchor(this.nowMs() + byMs);
  }

  private anchor(venueMs: number): void {
    this.anchorVenueMs = venueMs;
    this.anchorMonotonicMs = this.monotonic();
  }
}
