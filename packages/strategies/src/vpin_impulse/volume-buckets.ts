/**
 * Equal-volume buckets and the VPIN over the last of them (docs/strategies.md). Each UTC day has its own
 * bucket volume and drops the bucket that midnight found unfinished; finished ones live on. A bar far larger
 * than all buckets fills them no more than once over.
 */

const DAYS_AVERAGED = 30;
const BUCKETS_PER_DAY = 50;

export class VolumeBuckets {
  /** NaN until enough buckets were filled. */
  vpin = Number.NaN;

  /** The last records, written twice `buckets` apart, so that they always lie in one piece, oldest first. */
  private readonly imbalances: Float64Array;
  private place = 0;
  private recorded = 0;
  private readonly dayVolumes = new Float64Array(DAYS_AVERAGED);
  private fullDays = 0;
  private day = Number.NaN;
  private dayVolume = 0;
  private dayBars = 0;
  private bucketVolume = Number.NaN;
  private filled = 0;
  private buy = 0;

  /** `fixedVolume` 0 means automatic. */
  constructor(
    private readonly fixedVolume: number,
    private readonly buckets: number,
    private readonly barsPerDay: number,
  ) {
    this.imbalances = new Float64Array(2 * buckets);
  }

  push(day: number, volume: number, takerBuyVolume: number): void {
    if (day !== this.day) this.openDay(day);
    this.dayVolume += volume;
    this.dayBars += 1;
    if (!(this.bucketVolume > 0 && volume > 0)) return;
    const before = this.recorded;
    this.fill(volume, takerBuyVolume / volume);
    if (this.recorded !== before) this.updateVpin();
  }

  private openDay(day: number): void {
    if (this.dayBars === this.barsPerDay) {
      this.dayVolumes[this.fullDays % DAYS_AVERAGED] = this.dayVolume;
      this.fullDays += 1;
    }
    this.day = day;
    this.dayVolume = 0;
    this.dayBars = 0;
    this.filled = 0;
    this.buy = 0;
    this.bucketVolume = this.fixedVolume > 0 ? this.fixedVolume : this.automaticVolume();
  }

  private automaticVolume(): number {
    if (this.fullDays < DAYS_AVERAGED) return Number.NaN;
    let sum = 0;
    for (let k = 0; k < DAYS_AVERAGED; k++) sum += this.dayVolumes[(this.fullDays + k) % DAYS_AVERAGED]!;
    return sum / DAYS_AVERAGED / BUCKETS_PER_DAY;
  }

  private fill(volume: number, buyShare: number): void {
    const size = this.bucketVolume;
    const whole = Math.floor(volume / size);
    let left = whole > this.buckets ? volume - (whole - this.buckets) * size : volume;
    while (left > 0) {
      const room = size - this.filled;
      if (left >= room) {
        this.record(this.buy + room * buyShare, size);
        left -= room;
      } else {
        this.buy += left * buyShare;
        this.filled += left;
        left = 0;
      }
    }
  }

  private record(buy: number, size: number): void {
    const imbalance = Math.abs(buy - (size - buy)) / size;
    this.imbalances[this.place] = imbalance;
    this.imbalances[this.place + this.buckets] = imbalance;
    this.place = this.place + 1 === this.buckets ? 0 : this.place + 1;
    this.recorded += 1;
    this.filled = 0;
    this.buy = 0;
  }

  private updateVpin(): void {
    if (this.recorded < this.buckets) return;
    let sum = 0;
    for (let k = this.place; k < this.place + this.buckets; k++) sum += this.imbalances[k]!;
    this.vpin = sum / this.buckets;
  }
}
