/**
 * Fades the price ratio of two symbols: short when it is high by its own recent measure, long when low. Only the bot's own
 * symbol is traded. A bar without a bar of the pair at the same open time neither enters the window nor decides.
 */
import Type, { type Static } from 'typebox';
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

const schema = strategyParams({
  pair_symbol: Type.String({
    title: 'Pair symbol',
    description: 'The symbol whose price divides the price of the traded one.',
    default: 'ETHUSDT',
    pattern: '^[A-Z0-9]{2,20}$',
  }),
  ...ratioReversionFields(120),
});
type Params = Static<typeof schema>;

const REASONS = { high: 'ratio_high', low: 'ratio_low', normal: 'ratio_normal' };

class PairsMeanReversion implements Evaluator {
  readonly stopPrice = Number.NaN;
  readonly takeProfitPrice = Number.NaN;
  readonly sizeScale = 1;

  private readonly rule: RatioReversion;
  private readonly pairCursor = new AlignedCursor();

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
    const { bars, pair } = market;
    if (pair === undefined) throw new TypeError('pairs_mr needs the series of pair_symbol');
    const pairIndex = this.pairCursor.seek(pair, bars.openTimeMs[i]!);
    if (pairIndex >= 0) {
      const ratio = bars.close[i]! / pair.close[pairIndex]!;
      this.rule.observe(ratio, i + 1 >= this.warmupBars);
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

export const pairsMr = defineStrategy<Params>({
  name: 'pairs_mr',
  title: 'Pairs mean reversion',
  summary: 'Trades a symbol back towards its usual price in terms of a second one.',
  gauges: ['Ratio', 'High', 'Low'],
  schema,
  rules: exitNotAboveEntry,
  warmupBars: (params) => params.lookback,
  auxiliaries: (params, lookbackBars) => [
    { kind: 'perp_klines', input: 'pair', symbol: params.pair_symbol, lookbackBars },
  ],
  create: (params, warmupBars) => new PairsMeanReversion(params, warmupBars),
});
