/**
 * Supertrend: two bands that only tighten, one of which is the stop of the current direction.
 * Bands and direction are recursions that run from the first bar with an ATR, warm-up included.
 */
import type { BarSeries } from '@platform/core';
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { trueRange, WilderMean } from '../indicators/wilder';
import { decimal, integer, strategyParams } from '../params';
import type { EvaluatorState, MarketSeries, RunEvaluator, Target } from '../types';

const schema = strategyParams({
  atr_period: integer({
    title: 'ATR period',
    description: "Bars in Wilder's average true range.",
    default: 10,
    minimum: 2,
    maximum: 120,
  }),
  multiplier: decimal({
    title: 'Multiplier',
    description: 'Distance of the bands from the middle of the bar, in ATRs.',
    default: 3,
    minimum: 0.5,
    maximum: 10,
  }),
});
type Params = Static<typeof schema>;

class Supertrend implements RunEvaluator {
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;

  private readonly atr: WilderMean;
  private previousClose = Number.NaN;
  private isUp = false;
  private upper = Number.NaN;
  private lower = Number.NaN;
  /**
   * The upper band as it was and as the bar would have it, then the lower one. Which of two stands is read by
   * its place: a branch on prices is guessed wrong so often that it would take most of a run's time.
   */
  private readonly bands = new Float64Array(4);

  // Begins as a number, not as undefined: V8 then keeps it in a register through a run.
  private readonly multiplier: number = Number.NaN;

  constructor(
    { atr_period, multiplier }: Params,
    private readonly warmupBars: number,
  ) {
    this.atr = new WilderMean(atr_period);
    this.multiplier = multiplier;
  }

  get stopPrice(): number {
    return this.isUp ? this.lower : this.upper;
  }

  get reason(): string {
    return this.isUp ? 'trend_up' : 'trend_down';
  }

  get target(): Target {
    return this.isUp ? 1 : -1;
  }

  evaluate(market: MarketSeries, i: number): Target {
    if (this.atr.isSeeded) this.evaluateRun(market, i, i + 1, 0);
    else this.begin(market.bars, i);
    return i + 1 < this.warmupBars ? 0 : this.target;
  }

  /**
   * NaN until there is an ATR; on the first bar with one the bands are taken as they are and the direction is
   * not asked.
   */
  private begin({ high, low, close }: BarSeries, i: number): void {
    this.atr.push(trueRange(high[i]!, low[i]!, this.previousClose));
    const middle = (high[i]! + low[i]!) / 2;
    this.upper = middle + this.multiplier * this.atr.value;
    this.lower = middle - this.multiplier * this.atr.value;
    this.previousClose = close[i]!;
  }

  evaluateRun(market: MarketSeries, from: number, until: number, held: Target): number {
    const { high, low, close } = market.bars;
    const { multiplier, bands } = this;
    const { alpha } = this.atr;
    let { isUp, upper, lower, previousClose } = this;
    let atr = this.atr.value;
    let i = from;
    let target: Target = held;
    for (; i < until && target === held; i++) {
      atr += alpha * (trueRange(high[i]!, low[i]!, previousClose) - atr);
      const middle = (high[i]! + low[i]!) / 2;
      const basicUpper = middle + multiplier * atr;
      const basicLower = middle - multiplier * atr;
      bands[0] = upper;
      bands[1] = basicUpper;
      bands[2] = lower;
      bands[3] = basicLower;
      upper = bands[Number(basicUpper < upper) | Number(previousClose > upper)]!;
      lower = bands[2 + (Number(basicLower > lower) | Number(previousClose < lower))]!;
      isUp = isUp ? close[i]! >= lower : close[i]! > upper;
      previousClose = close[i]!;
      target = isUp ? 1 : -1;
    }
    this.atr.value = atr;
    this.previousClose = previousClose;
    this.isUp = isUp;
    this.upper = upper;
    this.lower = lower;
    return i;
  }

  lineValues(): readonly number[] {
    return [this.stopPrice];
  }

  state(): EvaluatorState {
    return { up: this.isUp ? 1 : 0, upper: this.upper, lower: this.lower };
  }

  restore(state: EvaluatorState): void {
    this.isUp = state['up'] === 1;
    this.upper = state['upper']!;
    this.lower = state['lower']!;
  }
}

export const supertrend = defineStrategy<Params>({
  name: 'supertrend',
  title: 'Supertrend',
  summary: 'Follows the trend that an ATR band around the price defines; the band is the stop.',
  validatedTimeframes: ['1d', '8h'],
  lines: ['Supertrend'],
  schema,
  warmupBars: (params) => 37 * params.atr_period,
  create: (params, warmupBars) => new Supertrend(params, warmupBars),
});
