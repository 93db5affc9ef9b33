/**
 * Bollinger breakout: joins a close outside the band, leaves when the close crosses the mean against the held
 * side.
 */
import { RollingMoments } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { heldTarget } from '../held';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  period: integer({
    title: 'Period',
    description: 'Closes in the mean and its deviation, the newest included.',
    default: 20,
    minimum: 2,
    maximum: 1000,
  }),
  k: decimal({
    title: 'Band width',
    description: 'Half-width of the band in standard deviations.',
    default: 2,
    minimum: 1,
    maximum: 6,
  }),
});
type Params = Static<typeof schema>;

class BollingerBreakout implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private readonly moments: RollingMoments;
  private held: Target = 0;

  constructor(
    period: number,
    private readonly k: number,
    private readonly warmupBars: number,
  ) {
    this.moments = new RollingMoments(period, k, 0);
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { moments } = this;
    const close = market.bars.close[i]!;
    moments.push(close);
    if (i + 1 < this.warmupBars) return 0;
    moments.settle();
    const { mean } = moments;
    const width = this.k * moments.std;
    if (close > mean + width) this.hold(1, 'break_above_band');
    else if (close < mean - width) this.hold(-1, 'break_below_band');
    else if (this.held * (close - mean) < 0) this.hold(0, 'crossed_mean');
    return this.held;
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
  }

  lineValues(): readonly number[] {
    const { mean, std } = this.moments;
    return [mean + this.k * std, mean, mean - this.k * std];
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }
}

export const bollingerBreakout = defineStrategy<Params>({
  name: 'bollinger_breakout',
  title: 'Bollinger breakout',
  summary: 'Joins a close outside the Bollinger band until the price crosses the mean.',
  lines: ['Upper band', 'Mean', 'Lower band'],
  schema,
  warmupBars: (params) => params.period,
  create: (params, warmupBars) => new BollingerBreakout(params.period, params.k, warmupBars),
});
