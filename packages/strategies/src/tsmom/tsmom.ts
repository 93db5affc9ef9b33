/**
 * Time-series momentum: the sign of the return over the lookback, flat within the threshold. It has no memory
 * of its own.
 */
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { decimal, integer, strategyParams } from '../params';
import type { EvaluatorState, MarketSeries, RunEvaluator, Target } from '../types';

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

class TimeSeriesMomentum implements RunEvaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  target: Target = 0;
  private priceThen = Number.NaN;

  constructor(
    private readonly lookback: number,
    private readonly threshold: number,
    private readonly warmupBars: number,
  ) {}

  get reason(): string {
    if (this.target === 0) return 'momentum_flat';
    return this.target === 1 ? 'momentum_up' : 'momentum_down';
  }

  evaluate(market: MarketSeries, i: number): Target {
    if (i + 1 < this.warmupBars) return 0;
    this.evaluateRun(market, i, i + 1, this.target);
    return this.target;
  }

  evaluateRun(market: MarketSeries, from: number, until: number, held: Target): number {
    const { close } = market.bars;
    const { lookback, threshold } = this;
    let i = from;
    let target: Target = held;
    for (; i < until && target === held; i++) {
      const momentum = close[i]! / close[i - lookback]! - 1;
      target = momentum > threshold ? 1 : momentum < -threshold ? -1 : 0;
    }
    this.target = target;
    this.priceThen = close[i - 1 - lookback]!;
    return i;
  }

  lineValues(): readonly number[] {
    return [this.priceThen];
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
  lines: ['Price a lookback ago'],
  schema,
  warmupBars: (params) => params.lookback + 1,
  create: (params, warmupBars) => new TimeSeriesMomentum(params.lookback, params.threshold, warmupBars),
});
