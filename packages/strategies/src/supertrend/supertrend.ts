/**
 * Supertrend: two bands that only tighten, one of which is the stop of the current direction.
 * Bands and direction are recursions that run from the first bar with an ATR, warm-up included.
 */
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { Atr } from '../indicators/wilder';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

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

class Supertrend implements Evaluator {
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;

  private readonly atr: Atr;
  private isUp = false;
  private upper = Number.NaN;
  private lower = Number.NaN;

  constructor(
    atrPeriod: number,
    private readonly multiplier: number,
    private readonly warmupBars: number,
  ) {
    this.atr = new Atr(atrPeriod);
  }

  get stopPrice(): number {
    return this.isUp ? this.lower : this.upper;
  }

  get reason(): string {
    return this.isUp ? 'trend_up' : 'trend_down';
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { bars } = market;
    const high = bars.high[i]!;
    const low = bars.low[i]!;
    const close = bars.close[i]!;
    const previousClose = this.atr.previousClose;
    this.atr.push(high, low, close);
    const atr = this.atr.value;
    if (!Number.isNaN(atr)) this.advance((high + low) / 2, this.multiplier * atr, close, previousClose);
    if (i + 1 < this.warmupBars) return 0;
    return this.isUp ? 1 : -1;
  }

  private advance(mid: number, width: number, close: number, previousClose: number): void {
    const basicUpper = mid + width;
    const basicLower = mid - width;
    if (Number.isNaN(this.upper)) {
      this.upper = basicUpper;
      this.lower = basicLower;
      return;
    }
    if (basicUpper < this.upper || previousClose > this.upper) this.upper = basicUpper;
    if (basicLower > this.lower || previousClose < this.lower) this.lower = basicLower;
    if (this.isUp) this.isUp = close >= this.lower;
    else this.isUp = close > this.upper;
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
  schema,
  warmupBars: (params) => 37 * params.atr_period,
  create: (params, warmupBars) => new Supertrend(params.atr_period, params.multiplier, warmupBars),
});
