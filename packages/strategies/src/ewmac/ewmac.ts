/**
 * Exponentially weighted moving average crossover: the distance of two averages in units of volatility is a forecast.
 * Entry at the threshold, exit when the forecast's sign opposes the held side; the size grows with the forecast.
 */
import type { Static } from 'typebox';
import { defineStrategy, fault } from '../define-strategy';
import { heldTarget } from '../held';
import { Ema, EmaStd } from '../indicators/ema';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

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

class Ewmac implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  sizeScale = Number.NaN;
  reason = '';

  private readonly fast: Ema;
  private readonly slow: Ema;
  private readonly deviation: EmaStd;
  private previousClose = Number.NaN;
  private held: Target = 0;

  constructor(
    fastSpan: number,
    slowSpan: number,
    volatilitySpan: number,
    private readonly entry: number,
    private readonly scalar: number,
    private readonly warmupBars: number,
  ) {
    this.fast = new Ema(fastSpan);
    this.slow = new Ema(slowSpan);
    this.deviation = new EmaStd(volatilitySpan);
  }

  evaluate(market: MarketSeries, i: number): Target {
    const close = market.bars.close[i]!;
    this.fast.push(close);
    this.slow.push(close);
    if (i > 0) this.deviation.push(close - this.previousClose);
    this.previousClose = close;
    if (i + 1 < this.warmupBars) return 0;
    const forecast = this.forecast();
    this.sizeScale = Math.min(Math.abs(forecast) / 10, 2);
    if (forecast >= this.entry) this.hold(1, 'forecast_long');
    else if (forecast <= -this.entry) this.hold(-1, 'forecast_short');
    else if (this.held * forecast < 0) this.hold(0, 'forecast_reversed');
    return this.held;
  }

  private forecast(): number {
    const deviation = this.deviation.value;
    if (deviation === 0) return 0;
    const raw = (this.scalar * (this.fast.value - this.slow.value)) / deviation;
    return Math.max(-FORECAST_CAP, Math.min(FORECAST_CAP, raw));
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
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
  schema,
  rules: (params) => fault('slow', params.slow <= params.fast, `must be above fast (${params.fast})`),
  warmupBars: (params) => Math.ceil(18.5 * (Math.max(params.slow, params.vol_span) + 1)) + 1,
  create: (params, warmupBars) =>
    new Ewmac(
      params.fast,
      params.slow,
      params.vol_span,
      params.entry,
      params.scalar || (SCALARS[`${params.fast}/${params.slow}`] ?? DEFAULT_SCALAR),
      warmupBars,
    ),
});
