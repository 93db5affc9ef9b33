/**
 * Fades the price ratio of two symbols: short when it is high by its own recent measure, long when low. Only
 * the bot's own symbol is traded. A bar without a bar of the pair at the same open time neither enters the
 * window nor decides.
 */
import Type, { type Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { exitNotAboveEntry, RatioReversion, ratioReversionFields } from '../indicators/ratio-reversion';
import { strategyParams } from '../params';

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
  create: (params, warmupBars) =>
    new RatioReversion({
      params,
      warmupBars,
      reasons: REASONS,
      other: ({ pair }) => {
        if (pair === undefined) throw new TypeError('pairs_mr needs the series of pair_symbol');
        return pair;
      },
      ratio: (price, pair) => price / pair,
    }),
});
