/**
 * Fades the basis: short the perpetual when it is dear against spot by its own recent measure, long when cheap.
 * A bar without a spot bar of the same open time neither enters the window nor decides.
 */
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { heldTarget } from '../held';
import { AlignedCursor } from '../indicators/aligned-cursor';
import {
  exitNotAboveEntry,
  RatioReversion,
  type RatioReversionParams,
  ratioReversionFields,
} from '../indicators/ratio-reversion';
import { strategyParams } from '../params';
import type { Evaluator, EvaluatorState, MarketSeries, Target } from '../types';

const schema = strategyParams(ratioReversionFields(100));
type Params = Static<typeof schema>;

const REASONS = { high: 'basis_rich', low: 'basis_cheap', normal: 'basis_normal' };

class BasisRevert implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;

  private readonly rule: RatioReversion;
  private readonly spotCursor = new AlignedCursor();

  constructor(
    params: RatioReversionParams,
    private readonly warmupBars: number,
  ) {
    this.rule = new RatioReversion(params, REASONS);
  }

  get reason(): string {
    return this.rule.reason;
  }

  evaluate(market: MarketSeries, i: number): Target {
    const { bars, spot } = market;
    if (spot === undefined) throw new TypeError('basis_revert needs the spot series');
    const spotIndex = this.spotCursor.seek(spot, bars.openTimeMs[i]!);
    if (spotIndex >= 0) {
      const basis = bars.close[i]! / spot.close[spotIndex]! - 1;
      this.rule.observe(basis, i + 1 >= this.warmupBars);
    }
    return this.rule.held;
  }

  lineValues(): readonly number[] {
    return this.rule.lineValues();
  }

  state(): EvaluatorState {
    return { held: this.rule.held };
  }

  restore(state: EvaluatorState): void {
    this.rule.held = heldTarget(state);
  }
}

export const basisRevert = defineStrategy<Params>({
  name: 'basis_revert',
  title: 'Basis reversion',
  summary: 'Trades the perpetual back towards spot when the basis is stretched.',
  gauges: ['Basis', 'Rich', 'Cheap'],
  schema,
  rules: exitNotAboveEntry,
  warmupBars: (params) => params.lookback,
  auxiliaries: (_, lookbackBars) => [{ kind: 'spot_klines', input: 'spot', lookbackBars }],
  create: (params, warmupBars) => new BasisRevert(params, warmupBars),
});
