/**
 * Wilder's parabolic stop-and-reverse: always in the market, on the side of a stop that accelerates towards
 * the price. The recursion starts at the second bar and runs through the warm-up.
 */
import type { BarSeries } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy, fault } from '../define-strategy';
import { decimal, strategyParams } from '../params';
import type { EvaluatorState, MarketSeries, RunEvaluator, Target } from '../types';

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

class ParabolicSar implements RunEvaluator {
  /** The SAR itself, which is the stop. */
  stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;

  private isUp = false;
  private extreme = Number.NaN;
  private acceleration = Number.NaN;
  // Begin as numbers, not as undefined: V8 then keeps `acceleration` in a register through a run.
  private readonly accelerationStart: number = Number.NaN;
  private readonly accelerationStep: number = Number.NaN;
  private readonly accelerationMax: number = Number.NaN;

  constructor(
    { af_start, af_step, af_max }: Params,
    private readonly warmupBars: number,
  ) {
    this.accelerationStart = af_start;
    this.accelerationStep = af_step;
    this.accelerationMax = af_max;
  }

  get reason(): string {
    return this.isUp ? 'sar_below' : 'sar_above';
  }

  get target(): Target {
    return this.isUp ? 1 : -1;
  }

  evaluate(market: MarketSeries, i: number): Target {
    if (i === 1) this.start(market.bars);
    else if (i > 1) this.evaluateRun(market, i, i + 1, 0);
    return i + 1 < this.warmupBars ? 0 : this.target;
  }

  private start({ high, low, close }: BarSeries): void {
    this.isUp = close[1]! >= close[0]!;
    if (this.isUp) this.keep(low[0]!, high[1]!, this.accelerationStart);
    else this.keep(high[0]!, low[1]!, this.accelerationStart);
  }

  evaluateRun(market: MarketSeries, from: number, until: number, held: Target): number {
    let i = from;
    do {
      const end = this.target === held ? until : i + 1;
      i = this.isUp ? this.rise(market.bars, i, end) : this.fall(market.bars, i, end);
    } while (i < until && this.target === held);
    return i;
  }

  // Below, each price is read once; and the stop, seldom clamped, is compared with one at a time, which a
  // processor foresees.

  /** Bars with the stop below the price, to the first that reverses. */
  private rise({ high, low }: BarSeries, from: number, until: number): number {
    let { stopPrice: sar, extreme, acceleration } = this;
    let before = low[from - 1]!;
    let earlier = low[from - 2]!;
    for (let i = from; i < until; i++) {
      sar += acceleration * (extreme - sar);
      if (before < sar) sar = before;
      if (earlier < sar) sar = earlier;
      earlier = before;
      before = low[i]!;
      if (before < sar) {
        this.isUp = false;
        this.keep(extreme, before, this.accelerationStart);
        return i + 1;
      }
      const top = high[i]!;
      if (top > extreme) {
        extreme = top;
        acceleration = Math.min(acceleration + this.accelerationStep, this.accelerationMax);
      }
    }
    this.keep(sar, extreme, acceleration);
    return until;
  }

  /** Bars with the stop above the price, to the first that reverses. */
  private fall({ high, low }: BarSeries, from: number, until: number): number {
    let { stopPrice: sar, extreme, acceleration } = this;
    let before = high[from - 1]!;
    let earlier = high[from - 2]!;
    for (let i = from; i < until; i++) {
      sar += acceleration * (extreme - sar);
      if (before > sar) sar = before;
      if (earlier > sar) sar = earlier;
      earlier = before;
      before = high[i]!;
      if (before > sar) {
        this.isUp = true;
        this.keep(extreme, before, this.accelerationStart);
        return i + 1;
      }
      const bottom = low[i]!;
      if (bottom < extreme) {
        extreme = bottom;
        acceleration = Math.min(acceleration + this.accelerationStep, this.accelerationMax);
      }
    }
    this.keep(sar, extreme, acceleration);
    return until;
  }

  private keep(sar: number, extreme: number, acceleration: number): void {
    this.stopPrice = sar;
    this.extreme = extreme;
    this.acceleration = acceleration;
  }

  lineValues(): readonly number[] {
    return [this.stopPrice];
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
  lines: ['Parabolic SAR'],
  schema,
  rules: (params) =>
    fault('af_max', params.af_max < params.af_start, `must not be below af_start (${params.af_start})`),
  warmupBars: (params) => Math.ceil(3 / params.af_start),
  create: (params, warmupBars) => new ParabolicSar(params, warmupBars),
});
