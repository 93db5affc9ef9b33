/**
 * Finer bars into coarser ones: the one aggregator that live ingest, backtests and tests share.
 * A bucket becomes a bar only when every one of its finer bars arrived. Anything less is reported as
 * incomplete, a partial first bucket included: nothing is filled in, and nothing partial is passed off as
 * whole.
 */
import { type Bar, BarSeries } from './series';
import { barOpenTimeMs, type Timeframe, timeframeMs } from './timeframe';

/** A bucket that some of its finer bars never reached, or have not reached yet. */
export interface PartialBucket {
  readonly openTimeMs: number;
  readonly presentBars: number;
  readonly expectedBars: number;
}

export type AggregationEvent =
  | { readonly kind: 'closed'; readonly bar: Bar }
  | ({ readonly kind: 'incomplete' } & PartialBucket)
  /** `bucketCount` buckets from `openTimeMs` on saw no bar at all. */
  | { readonly kind: 'missing'; readonly openTimeMs: number; readonly bucketCount: number }
  /**
   * The pushed bar was not used: it is not newer than the last one, or does not open on its own time frame.
   */
  | { readonly kind: 'refused'; readonly openTimeMs: number; readonly reason: 'not_newer' | 'misaligned' };

const NOTHING: readonly AggregationEvent[] = [];

/** Whether whole bars of `source` make up one bar of `target`. */
export function canAggregate(source: Timeframe, target: Timeframe): boolean {
  return timeframeMs(source) < timeframeMs(target) && timeframeMs(target) % timeframeMs(source) === 0;
}

export class BarAggregator {
  private readonly targetMs: number;
  private readonly expectedBars: number;
  private lastOpenTimeMs = Number.NaN;
  private bucketOpenTimeMs = Number.NaN;
  /** Bars seen in the bucket being filled; 0 when none is. */
  private presentBars = 0;
  private open = 0;
  private high = 0;
  private low = 0;
  private close = 0;
  private volume = 0;
  private takerBuyVolume = 0;

  constructor(
    private readonly source: Timeframe,
    private readonly target: Timeframe,
  ) {
    if (!canAggregate(source, target)) throw new RangeError(`${source} bars do not make up ${target} bars`);
    this.targetMs = timeframeMs(target);
    this.expectedBars = this.targetMs / timeframeMs(source);
  }

  /** Takes the next closed finer bar; returns what it settled, oldest first. Most bars settle nothing. */
  push(bar: Bar): readonly AggregationEvent[] {
    const { openTimeMs } = bar;
    if (barOpenTimeMs(this.source, openTimeMs) !== openTimeMs) {
      return [{ kind: 'refused', openTimeMs, reason: 'misaligned' }];
    }
    if (openTimeMs <= this.lastOpenTimeMs) return [{ kind: 'refused', openTimeMs, reason: 'not_newer' }];
    this.lastOpenTimeMs = openTimeMs;

    const bucketOpenTimeMs = barOpenTimeMs(this.target, openTimeMs);
    const settled = bucketOpenTimeMs === this.bucketOpenTimeMs ? NOTHING : this.leaveBucket(bucketOpenTimeMs);
    if (this.presentBars === 0) this.begin(bucketOpenTimeMs, bar);
    else this.extend(bar);
    // A whole bucket takes at least two bars, so a bar that leaves a bucket behind never closes another.
    return this.presentBars === this.expectedBars ? [this.closeBucket()] : settled;
  }

  /** The bucket that is still being filled. */
  unfinished(): PartialBucket | null {
    if (this.presentBars === 0) return null;
    return {
      openTimeMs: this.bucketOpenTimeMs,
      presentBars: this.presentBars,
      expectedBars: this.expectedBars,
    };
  }

  /** Gives up what cannot become whole any more because a bar of a later bucket arrived. */
  private leaveBucket(nextOpenTimeMs: number): readonly AggregationEvent[] {
    const events: AggregationEvent[] = [];
    const partial = this.unfinished();
    if (partial !== null) events.push({ kind: 'incomplete', ...partial });
    const firstUnseenMs = this.bucketOpenTimeMs + this.targetMs;
    const bucketCount = (nextOpenTimeMs - firstUnseenMs) / this.targetMs;
    if (bucketCount > 0) events.push({ kind: 'missing', openTimeMs: firstUnseenMs, bucketCount });
    this.presentBars = 0;
    return events;
  }

  private begin(bucketOpenTimeMs: number, bar: Bar): void {
    this.bucketOpenTimeMs = bucketOpenTimeMs;
    this.presentBars = 1;
    this.open = bar.open;
    this.high = bar.high;
    this.low = bar.low;
    this.close = bar.close;
    this.volume = bar.volume;
    this.takerBuyVolume = bar.takerBuyVolume;
  }

  private extend(bar: Bar): void {
    this.presentBars += 1;
    this.high = Math.max(this.high, bar.high);
    this.low = Math.min(this.low, bar.low);
    this.close = bar.close;
    this.volume += bar.volume;
    this.takerBuyVolume += bar.takerBuyVolume;
  }

  private closeBucket(): AggregationEvent {
    const { open, high, low, close, volume, takerBuyVolume } = this;
    this.presentBars = 0;
    return {
      kind: 'closed',
      bar: { openTimeMs: this.bucketOpenTimeMs, open, high, low, close, volume, takerBuyVolume },
    };
  }
}

export interface Aggregation {
  readonly bars: BarSeries;
  /** Everything that did not become a bar, oldest first. */
  readonly problems: readonly Exclude<AggregationEvent, { kind: 'closed' }>[];
  /** The last bucket, when the finer bars end inside it. */
  readonly unfinished: PartialBucket | null;
}

/** The whole series at once; the same bars as pushing them one by one, because that is what it does. */
export function aggregateSeries(finer: BarSeries, source: Timeframe, target: Timeframe): Aggregation {
  const aggregator = new BarAggregator(source, target);
  const bars = new BarSeries(Math.ceil(finer.length / (timeframeMs(target) / timeframeMs(source))) + 1);
  const problems: Exclude<AggregationEvent, { kind: 'closed' }>[] = [];
  for (let i = 0; i < finer.length; i++) {
    for (const event of aggregator.push(finer.at(i))) {
      if (event.kind === 'closed') bars.append(event.bar);
      else problems.push(event);
    }
  }
  return { bars, problems, unfinished: aggregator.unfinished() };
}
