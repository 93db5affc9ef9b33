/**
 * Buys what Wilder's relative strength index calls oversold, sells what it calls overbought, leaves at the
 * exit level.
 */
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { heldTarget } from '../held';
import { WilderMean } from '../indicators/wilder';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  period: integer({
    title: 'Period',
    description: "Changes in Wilder's means of gains and losses.",
    default: 14,
    minimum: 2,
    maximum: 120,
  }),
  lower: decimal({
    title: 'Oversold below',
    description: 'RSI below which a long is taken.',
    default: 30,
    minimum: 1,
    maximum: 50,
  }),
  upper: decimal({
    title: 'Overbought above',
    description: 'RSI above which a short is taken.',
    default: 70,
    minimum: 50,
    maximum: 99,
  }),
  exit: decimal({
    title: 'Exit level',
    description: 'RSI at which a long or a short is closed; between the two levels.',
    default: 50,
    minimum: 1,
    maximum: 99,
  }),
});
type Params = Static<typeof schema>;

class RsiMeanReversion implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private readonly gains: WilderMean;
  private readonly losses: WilderMean;
  private previousClose = Number.NaN;
  private held: Target = 0;

  constructor(
    period: number,
    private readonly lower: number,
    private readonly upper: number,
    private readonly exit: number,
    private readonly warmupBars: number,
  ) {
    this.gains = new WilderMean(period);
    this.losses = new WilderMean(period);
  }

  evaluate(market: MarketSeries, i: number): Target {
    const close = market.bars.close[i]!;
    if (i > 0) {
      this.gains.push(Math.max(close - this.previousClose, 0));
      this.losses.push(Math.max(this.previousClose - close, 0));
    }
    this.previousClose = close;
    if (i + 1 < this.warmupBars) return 0;
    const rsi = this.rsi();
    if (rsi < this.lower) this.hold(1, 'oversold');
    else if (rsi > this.upper) this.hold(-1, 'overbought');
    else if ((this.held === 1 && rsi >= this.exit) || (this.held === -1 && rsi <= this.exit)) {
      this.hold(0, 'rsi_exit');
    }
    return this.held;
  }

  private rsi(): number {
    const total = this.gains.value + this.losses.value;
    return total === 0 ? 50 : (100 * this.gains.value) / total;
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
  }

  lineValues(): readonly number[] {
    return [this.rsi(), this.lower, this.upper];
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }
}

export const rsiMeanReversion = defineStrategy<Params>({
  name: 'rsi_mean_reversion',
  title: 'RSI mean reversion',
  summary: 'Fades overbought and oversold readings of the relative strength index.',
  gauges: ['RSI', 'Oversold', 'Overbought'],
  schema,
  rules: ({ lower, upper, exit }) =>
    exit < lower || exit > upper
      ? [{ field: 'exit', message: `must be between lower (${lower}) and upper (${upper})` }]
      : [],
  warmupBars: (params) => 37 * params.period + 1,
  create: (params, warmupBars) =>
    new RsiMeanReversion(params.period, params.lower, params.upper, params.exit, warmupBars),
});
