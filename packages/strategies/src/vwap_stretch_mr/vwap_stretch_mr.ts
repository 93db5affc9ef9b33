/**
 * Fades a close that is stretched away from the rolling VWAP, measured in ATRs, until the price is back at
 * it.
 */
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { heldTarget } from '../held';
import { RollingVwap } from '../indicators/rolling-vwap';
import { Atr } from '../indicators/wilder';
import { decimal, integer, strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams({
  lookback: integer({
    title: 'VWAP bars',
    description: 'Bars in the volume-weighted average price.',
    default: 96,
    minimum: 2,
    maximum: 1000,
  }),
  stretch: decimal({
    title: 'Stretch',
    description: 'Distance from the VWAP, in ATRs, at which a position is taken.',
    default: 2.5,
    minimum: 0.1,
    maximum: 20,
  }),
  atr_period: integer({
    title: 'ATR period',
    description: "Bars in Wilder's average true range.",
    default: 14,
    minimum: 2,
    maximum: 100,
  }),
});
type Params = Static<typeof schema>;

class VwapStretchMeanReversion implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;
  reason = '';

  private readonly vwap: RollingVwap;
  private readonly atr: Atr;
  private held: Target = 0;

  constructor(
    lookback: number,
    private readonly stretch: number,
    atrPeriod: number,
    private readonly warmupBars: number,
  ) {
    this.vwap = new RollingVwap(lookback);
    this.atr = new Atr(atrPeriod);
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { bars } = market;
    const high = bars.high[i]!;
    const low = bars.low[i]!;
    const close = bars.close[i]!;
    this.vwap.push((high + low + close) / 3, bars.volume[i]!);
    this.atr.push(high, low, close);
    if (i + 1 < this.warmupBars) return 0;
    const atr = this.atr.value;
    this.vwap.settle(close, this.stretch * atr);
    if (!Number.isNaN(this.vwap.value)) this.decide(close - this.vwap.value, atr);
    return this.held;
  }

  private decide(distance: number, atr: number): void {
    const stretch = atr === 0 ? 0 : distance / atr;
    if (stretch < -this.stretch) this.hold(1, 'below_vwap');
    else if (stretch > this.stretch) this.hold(-1, 'above_vwap');
    else if ((this.held === 1 && distance >= 0) || (this.held === -1 && distance <= 0)) {
      this.hold(0, 'crossed_vwap');
    }
  }

  private hold(target: Target, reason: string): void {
    this.held = target;
    this.reason = reason;
  }

  lineValues(): readonly number[] {
    return [this.vwap.value];
  }

  state(): EvaluatorState {
    return { held: this.held };
  }

  restore(state: EvaluatorState): void {
    this.held = heldTarget(state);
  }
}

export const vwapStretchMr = defineStrategy<Params>({
  name: 'vwap_stretch_mr',
  title: 'VWAP stretch reversion',
  summary: 'Trades a price far from its rolling VWAP back towards it.',
  lines: ['VWAP'],
  schema,
  warmupBars: (params) => 37 * params.atr_period + params.lookback,
  create: (params, warmupBars) =>
    new VwapStretchMeanReversion(params.lookback, params.stretch, params.atr_period, warmupBars),
});
