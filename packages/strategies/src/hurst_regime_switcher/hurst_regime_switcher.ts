/**
 * Asks first what kind of market it is: trend-following where the Hurst exponent is high, mean-reverting
 * where it is low, flat between. Every bar decides afresh, so there is no discrete memory.
 */
import { RollingMoments } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy, fault } from '../define-strategy';
import { Ema } from '../indicators/ema';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';
import { RescaledRange } from './rescaled-range';

const schema = strategyParams({
  window: integer({
    title: 'Hurst window',
    description: 'Returns that the Hurst exponent is estimated from; a multiple of 64.',
    default: 128,
    minimum: 128,
    maximum: 1024,
    multipleOf: 64,
  }),
  trend_h: decimal({
    title: 'Trending above',
    description: 'Exponent above which the trend is followed.',
    default: 0.55,
    minimum: 0.5,
    maximum: 1,
  }),
  revert_h: decimal({
    title: 'Reverting below',
    description: 'Exponent below which stretches are faded.',
    default: 0.45,
    minimum: 0,
    maximum: 0.5,
  }),
  fast: integer({
    title: 'Fast span',
    description: 'Span of the fast average, in bars.',
    default: 20,
    minimum: 2,
    maximum: 100,
  }),
  slow: integer({
    title: 'Slow span',
    description: 'Span of the slow average, in bars; above the fast span.',
    default: 100,
    minimum: 3,
    maximum: 200,
  }),
  z_lookback: integer({
    title: 'Stretch window',
    description: 'Closes that a stretch is measured against.',
    default: 50,
    minimum: 10,
    maximum: 1000,
  }),
  z_entry: decimal({
    title: 'Stretch',
    description: 'Deviations from the mean that make a stretch.',
    default: 1.5,
    minimum: 1,
    maximum: 5,
  }),
});
type Params = Static<typeof schema>;

class HurstRegimeSwitcher implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private readonly rescaledRange: RescaledRange;
  private readonly fast: Ema;
  private readonly slow: Ema;
  private readonly moments: RollingMoments;
  private readonly trendH: number;
  private readonly revertH: number;
  private readonly zEntry: number;
  private previousClose = Number.NaN;

  constructor(
    params: Params,
    private readonly warmupBars: number,
  ) {
    this.rescaledRange = new RescaledRange(params.window);
    this.fast = new Ema(params.fast);
    this.slow = new Ema(params.slow);
    this.moments = new RollingMoments(params.z_lookback, params.z_entry, params.z_entry);
    this.trendH = params.trend_h;
    this.revertH = params.revert_h;
    this.zEntry = params.z_entry;
  }

  evaluate(market: MarketSeries, i: number): Target {
    const close = market.bars.close[i]!;
    if (i > 0) this.rescaledRange.push(close / this.previousClose - 1);
    this.previousClose = close;
    this.fast.push(close);
    this.slow.push(close);
    this.moments.push(close);
    if (i + 1 < this.warmupBars) return 0;
    this.rescaledRange.estimate();
    const { hurst } = this.rescaledRange;
    if (hurst > this.trendH) return this.followTrend();
    if (hurst < this.revertH) return this.fadeStretch(close);
    return this.because(0, 'no_regime');
  }

  private followTrend(): Target {
    if (this.fast.value > this.slow.value) return this.because(1, 'trending_up');
    if (this.fast.value < this.slow.value) return this.because(-1, 'trending_down');
    return this.because(0, 'no_regime');
  }

  private fadeStretch(close: number): Target {
    const { moments } = this;
    moments.settle();
    const z = moments.std === 0 ? 0 : (close - moments.mean) / moments.std;
    if (z < -this.zEntry) return this.because(1, 'stretched_low');
    if (z > this.zEntry) return this.because(-1, 'stretched_high');
    return this.because(0, 'no_regime');
  }

  private because(target: Target, reason: string): Target {
    this.reason = reason;
    return target;
  }

  lineValues(): readonly number[] {
    return [this.fast.value, this.slow.value, this.rescaledRange.hurst, this.trendH, this.revertH];
  }

  state(): EvaluatorState {
    return {};
  }

  restore(): void {}
}

export const hurstRegimeSwitcher = defineStrategy<Params>({
  name: 'hurst_regime_switcher',
  title: 'Hurst regime switcher',
  summary: 'Follows trends in persistent markets and fades stretches in reverting ones.',
  lines: ['Fast average', 'Slow average'],
  gauges: ['Hurst exponent', 'Trending above', 'Reverting below'],
  schema,
  rules: (params) => fault('slow', params.slow <= params.fast, `must be above fast (${params.fast})`),
  warmupBars: (params) =>
    Math.ceil(18.5 * (params.slow + 1)) + Math.max(params.window + 1, params.z_lookback),
  create: (params, warmupBars) => new HurstRegimeSwitcher(params, warmupBars),
});
