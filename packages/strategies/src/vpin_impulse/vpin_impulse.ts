/** Joins the latest move when order flow is toxic (VPIN high), and steps aside when it has calmed down. */
import { DAY_MS, MINUTE_MS, TIMEFRAMES, timeframeMs } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { heldTarget } from '../held';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';
import { VolumeBuckets } from './volume-buckets';

const schema = strategyParams({
  bucket_volume: decimal({
    title: 'Bucket volume',
    description:
      'Volume of a bucket; 0 takes a fiftieth of the mean daily volume of the previous 30 full days.',
    default: 0,
    minimum: 0,
    maximum: 1e12,
  }),
  buckets: integer({
    title: 'Buckets',
    description: 'Buckets in the VPIN.',
    default: 50,
    minimum: 5,
    maximum: 100,
  }),
  threshold: decimal({
    title: 'Threshold',
    description: 'VPIN above which the impulse is joined; below half of it the position is closed.',
    default: 0.4,
    minimum: 0.05,
    maximum: 1,
  }),
  impulse_bars: integer({
    title: 'Impulse bars',
    description: 'Bars over which the direction of the move is measured.',
    default: 3,
    minimum: 1,
    maximum: 500,
  }),
});
type Params = Static<typeof schema>;

class VpinImpulse implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private readonly volumeBuckets: VolumeBuckets;
  private held: Target = 0;

  constructor(
    bucketVolume: number,
    buckets: number,
    private readonly threshold: number,
    private readonly impulseBars: number,
    barsPerDay: number,
    private readonly warmupBars: number,
  ) {
    this.volumeBuckets = new VolumeBuckets(bucketVolume, buckets, barsPerDay);
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { bars } = market;
    const day = Math.floor(bars.openTimeMs[i]! / DAY_MS);
    this.volumeBuckets.push(day, bars.volume[i]!, bars.takerBuyVolume[i]!);
    if (i + 1 < this.warmupBars) return 0;
    const { vpin } = this.volumeBuckets;
    const impulse = bars.close[i]! - bars.close[i - this.impulseBars]!;
    if (vpin > this.threshold && impulse > 0) this.hold(1, 'impulse_up');
    else if (vpin > this.threshold && impulse < 0) this.hold(-1, 'impulse_down');
    else if (vpin < this.threshold / 2) this.hold(0, 'vpin_calm');
    return this.held;
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
  }

  lineValues(): readonly number[] {
    return [this.volumeBuckets.vpin, this.threshold];
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }
}

export const vpinImpulse = defineStrategy<Params>({
  name: 'vpin_impulse',
  title: 'VPIN impulse',
  summary: 'Joins the move while one-sided order flow persists.',
  timeframes: TIMEFRAMES.filter(
    (timeframe) => timeframeMs(timeframe) >= 15 * MINUTE_MS && timeframeMs(timeframe) <= DAY_MS,
  ),
  gauges: ['VPIN', 'Threshold'],
  schema,
  warmupBars: (params, timeframe) =>
    (DAY_MS / timeframeMs(timeframe)) * (31 + Math.ceil(params.buckets / 25)) + params.impulse_bars,
  create: (params, warmupBars, timeframe) =>
    new VpinImpulse(
      params.bucket_volume,
      params.buckets,
      params.threshold,
      params.impulse_bars,
      DAY_MS / timeframeMs(timeframe),
      warmupBars,
    ),
});
