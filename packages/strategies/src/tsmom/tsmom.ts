/** Time-series momentum: the sign of the return over the lookback, flat within the threshold. It has no memory of its own. */
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  lookback: integer({
    title: 'Lookback',
    description: 'Bars over which the return is measured.',
    default: 90,
    minimum: 1,
    maximum: 4000,
  }),
  threshold: decimal({
    title: 'Threshold',
    description: 'Return beyond which a position is taken, as a fraction.',
    default: 0,
    minimum: 0,
    maximum: 5,
  }),
});
type Params = Static<typeof schema>;

class TimeSeriesMomentum implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  constructor(
    private readonly lookback: number,
    private readonly threshold: number,
    private readonly warmupBars: number,
  ) {}

  evaluate(market: MarketSeries, i: number): Target {
    if (i + 1 < this.warmupBars) return 0;
    const { close } = market.bars;
    const momentum = close[i]! / close[i - this.lookback]! - 1;
    if (momentum > this.threshold) return this.because(1, 'momentum_up');
    if (momentum < -this.threshold) return this.because(-1, 'momentum_down');
    return this.because(0, 'momentum_flat');
  }

  private because(target: Target, reason: string): Target {
    this.reason = reason;
    return target;
  }

  state(): EvaluatorState {
    return {};
  }

  restore(): void {}
}

export const tsmom = defineStrategy<Params>({
  name: 'tsmom',
  title: 'Time-series momentum',
  summary: 'Holds the direction of the return over the lookback.',
  schema,
  warmupBars: (params) => params.lookback + 1,
  create: (params, warmupBars) => new TimeSeriesMomentum(params.lookback, params.threshold, warmupBars),
});
