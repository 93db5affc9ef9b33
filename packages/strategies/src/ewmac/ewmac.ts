/**
 * Exponentially weighted moving average crossover: the distance of two averages in units of volatility is a
 * forecast. Entry at the threshold, exit when the forecast's sign opposes the held side; the size grows with
 * the forecast.
 */
import type { Static } from 'typebox';
import { defineStrategy, fault } from '../define-strategy';
import { heldTarget } from '../held';
import { decimal, integer, strategyParams } from '../params';
import type { EvaluatorState, MarketSeries, RunEvaluator, Target } from '../types';

const schema = strategyParams({
  fast: integer({
    title: 'Fast span',
    description: 'Span of the fast average, in bars.',
    default: 16,
    minimum: 2,
    maximum: 128,
  }),
  slow: integer({
    title: 'Slow span',
    description: 'Span of the slow average, in bars; above the fast span.',
    default: 64,
    minimum: 4,
    maximum: 256,
  }),
  vol_span: integer({
    title: 'Volatility span',
    description: 'Span of the deviation of close-to-close changes, in bars.',
    default: 35,
    minimum: 5,
    maximum: 256,
  }),
  entry: decimal({
    title: 'Entry forecast',
    description: 'Forecast at which a position is taken; forecasts are capped at 20.',
    default: 2,
    minimum: 0,
    maximum: 20,
    'x-component': 0,
  }),
  scalar: decimal({
    title: 'Forecast scalar',
    description: 'Brings the average absolute forecast to 10; 0 chooses by the spans.',
    default: 0,
    minimum: 0,
    maximum: 50,
  }),
});
type Params = Static<typeof schema>;

const FORECAST_CAP = 20;
const DEFAULT_SCALAR = 3.75;
const SCALARS: Readonly<Record<string, number>> = {
  '8/32': 5.3,
  '16/64': 3.75,
  '32/128': 2.65,
  '64/256': 1.87,
};

/** The weight of the newest value in an average of `span`. */
function alphaOf(span: number): number {
  return 2 / (span + 1);
}

function capped(forecast: number): number {
  return Math.max(-FORECAST_CAP, Math.min(FORECAST_CAP, forecast));
}

class Ewmac implements RunEvaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  sizeScale = Number.NaN;

  // All begin as numbers, not as undefined: V8 then keeps them in registers through a run.
  private readonly fastAlpha: number = Number.NaN;
  private readonly slowAlpha: number = Number.NaN;
  private readonly changeAlpha: number = Number.NaN;
  private readonly entry: number = Number.NaN;
  private readonly scalar: number = Number.NaN;
  private fast = Number.NaN;
  private slow = Number.NaN;
  private previousClose = Number.NaN;
  /** Of close-to-close changes. */
  private mean = Number.NaN;
  private variance = Number.NaN;
  private held: Target = 0;

  constructor(
    { fast, slow, vol_span, entry, scalar }: Params,
    private readonly warmupBars: number,
  ) {
    this.fastAlpha = alphaOf(fast);
    this.slowAlpha = alphaOf(slow);
    this.changeAlpha = alphaOf(vol_span);
    this.entry = entry;
    this.scalar = scalar || (SCALARS[`${fast}/${slow}`] ?? DEFAULT_SCALAR);
  }

  get target(): Target {
    return this.held;
  }

  get reason(): string {
    if (this.held === 0) return 'forecast_reversed';
    return this.held === 1 ? 'forecast_long' : 'forecast_short';
  }

  evaluate(market: MarketSeries, i: number): Target {
    if (i < 2) this.begin(market.bars.close, i);
    else this.evaluateRun(market, i, i + 1, this.held);
    if (i + 1 < this.warmupBars) this.held = 0;
    return this.held;
  }

  /**
   * Averages are seeded with their first value: those of the close on the first bar, those of its changes on
   * the second.
   */
  private begin(close: Float64Array, i: number): void {
    if (i === 0) {
      this.fast = close[0]!;
      this.slow = close[0]!;
    } else {
      this.fast += this.fastAlpha * (close[1]! - this.fast);
      this.slow += this.slowAlpha * (close[1]! - this.slow);
      this.mean = close[1]! - close[0]!;
      this.variance = 0;
    }
    this.previousClose = close[i]!;
  }

  evaluateRun(market: MarketSeries, from: number, until: number, held: Target): number {
    const { close } = market.bars;
    const { fastAlpha, slowAlpha, changeAlpha, entry, scalar } = this;
    let { fast, slow, previousClose, mean, variance } = this;
    let forecast = Number.NaN;
    let target = this.held;
    let i = from;
    do {
      fast += fastAlpha * (close[i]! - fast);
      slow += slowAlpha * (close[i]! - slow);
      const distance = close[i]! - previousClose - mean;
      mean += changeAlpha * distance;
      variance = (1 - changeAlpha) * (variance + changeAlpha * distance * distance);
      previousClose = close[i]!;
      const deviation = Math.sqrt(variance);
      forecast = deviation === 0 ? 0 : capped((scalar * (fast - slow)) / deviation);
      if (forecast >= entry) target = 1;
      else if (forecast <= -entry) target = -1;
      else if (target * forecast < 0) target = 0;
      i += 1;
    } while (i < until && target === held);
    this.fast = fast;
    this.slow = slow;
    this.previousClose = previousClose;
    this.mean = mean;
    this.variance = variance;
    this.sizeScale = Math.min(Math.abs(forecast) / 10, 2);
    this.held = target;
    return i;
  }

  lineValues(): readonly number[] {
    return [this.fast, this.slow];
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }
}

export const ewmac = defineStrategy<Params>({
  name: 'ewmac',
  title: 'EWMA crossover',
  summary: 'Follows the trend between two exponential averages, sized by the strength of the forecast.',
  validatedTimeframes: ['6h', '4h', '2h', '1h'],
  lines: ['Fast average', 'Slow average'],
  schema,
  rules: (params) => fault('slow', params.slow <= params.fast, `must be above fast (${params.fast})`),
  warmupBars: (params) => Math.ceil(18.5 * (Math.max(params.slow, params.vol_span) + 1)) + 1,
  create: (params, warmupBars) => new Ewmac(params, warmupBars),
});
