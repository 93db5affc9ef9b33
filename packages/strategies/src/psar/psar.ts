/**
 * Wilder's parabolic stop-and-reverse: always in the market, on the side of a stop that accelerates towards the price.
 * The recursion starts at the second bar and runs through the warm-up.
 */
import type { Static } from 'typebox';
import { defineStrategy, fault } from '../define-strategy';
import { decimal, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  af_start: decimal({
    title: 'First acceleration',
    description: 'Share of the distance to the extreme that the stop moves per bar after a reversal.',
    default: 0.02,
    minimum: 0.001,
    maximum: 1,
  }),
  af_step: decimal({
    title: 'Acceleration step',
    description: 'Added at every new extreme.',
    default: 0.02,
    minimum: 0.001,
    maximum: 1,
  }),
  af_max: decimal({
    title: 'Largest acceleration',
    description: 'Where the acceleration stops growing; not below the first.',
    default: 0.2,
    minimum: 0.001,
    maximum: 1,
  }),
});
type Params = Static<typeof schema>;

class ParabolicSar implements Evaluator {
  /** The SAR itself, which is the stop. */
  stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;

  private isUp = false;
  private extreme = Number.NaN;
  private acceleration = Number.NaN;

  constructor(
    private readonly accelerationStart: number,
    private readonly accelerationStep: number,
    private readonly accelerationMax: number,
    private readonly warmupBars: number,
  ) {}

  get reason(): string {
    return this.isUp ? 'sar_below' : 'sar_above';
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { high, low, close } = market.bars;
    if (i > 1) this.advance(high, low, i);
    else if (i === 1) this.start(high, low, close);
    if (i + 1 < this.warmupBars) return 0;
    return this.isUp ? 1 : -1;
  }

  private start(high: Float64Array, low: Float64Array, close: Float64Array): void {
    const isUp = close[1]! >= close[0]!;
    this.reverse(isUp, isUp ? low[0]! : high[0]!, isUp ? high[1]! : low[1]!);
  }

  private advance(highs: Float64Array, lows: Float64Array, i: number): void {
    const high = highs[i]!;
    const low = lows[i]!;
    const sar = this.stopPrice + this.acceleration * (this.extreme - this.stopPrice);
    if (this.isUp) {
      this.stopPrice = Math.min(sar, lows[i - 1]!, lows[i - 2]!);
      if (low < this.stopPrice) this.reverse(false, this.extreme, low);
      else if (high > this.extreme) this.extend(high);
    } else {
      this.stopPrice = Math.max(sar, highs[i - 1]!, highs[i - 2]!);
      if (high > this.stopPrice) this.reverse(true, this.extreme, high);
      else if (low < this.extreme) this.extend(low);
    }
  }

  private reverse(isUp: boolean, sar: number, extreme: number): void {
    this.isUp = isUp;
    this.stopPrice = sar;
    this.extreme = extreme;
    this.acceleration = this.accelerationStart;
  }

  private extend(extreme: number): void {
    this.extreme = extreme;
    this.acceleration = Math.min(this.acceleration + this.accelerationStep, this.accelerationMax);
  }

  state(): EvaluatorState {
    return {
      up: this.isUp ? 1 : 0,
      sar: this.stopPrice,
      extreme: this.extreme,
      acceleration: this.acceleration,
    };
  }

  restore(state: EvaluatorState): void {
    this.isUp = state['up'] === 1;
    this.stopPrice = state['sar']!;
    this.extreme = state['extreme']!;
    this.acceleration = state['acceleration']!;
  }
}

export const psar = defineStrategy<Params>({
  name: 'psar',
  title: 'Parabolic SAR',
  summary: "Always in the market on the side of Wilder's accelerating stop, reversing when it is hit.",
  validatedTimeframes: ['1w', '1d'],
  schema,
  rules: (params) =>
    fault('af_max', params.af_max < params.af_start, `must not be below af_start (${params.af_start})`),
  warmupBars: (params) => Math.ceil(3 / params.af_start),
  create: (params, warmupBars) =>
    new ParabolicSar(params.af_start, params.af_step, params.af_max, warmupBars),
});
