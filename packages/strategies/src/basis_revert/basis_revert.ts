/**
 * Fades the basis: short the perpetual when it is dear against spot by its own recent measure, long when
 * cheap. A bar without a spot bar of the same open time neither enters the window nor decides.
 */
import type { Static } from 'typebox';
import { defineStrategy } from '../define-strategy';
import { exitNotAboveEntry, RatioReversion, ratioReversionFields } from '../indicators/ratio-reversion';
import { strategyParams } from '../params';

const schema = strategyParams(ratioReversionFields(100));
type Params = Static<typeof schema>;

const REASONS = { high: 'basis_rich', low: 'basis_cheap', normal: 'basis_normal' };

export const basisRevert = defineStrategy<Params>({
  name: 'basis_revert',
  title: 'Basis reversion',
  summary: 'Trades the perpetual back towards spot when the basis is stretched.',
  gauges: ['Basis', 'Rich', 'Cheap'],
  schema,
  rules: exitNotAboveEntry,
  warmupBars: (params) => params.lookback,
  auxiliaries: (_, lookbackBars) => [{ kind: 'spot_klines', input: 'spot', lookbackBars }],
  create: (params, warmupBars) =>
    new RatioReversion({
      params,
      warmupBars,
      reasons: REASONS,
      other: ({ spot }) => {
        if (spot === undefined) throw new TypeError('basis_revert needs the spot series');
        return spot;
      },
      ratio: (price, spot) => price / spot - 1,
    }),
});
