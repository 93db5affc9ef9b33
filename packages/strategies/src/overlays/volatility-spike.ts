/** Vetoes entries while the latest returns are far wilder than usual for the market. */
import type { BarSeries } from '@platform/core';
import Type, { type Static } from 'typebox';
import { fault } from '../define-strategy';
import { decimal, integer, parseParams } from '../params';
import { pass, veto } from './judgement';
import type { OverlayDefinition } from './types';

const schema = Type.Object(
  {
    recent_bars: integer({
      title: 'Recent returns',
      description: 'Returns whose deviation is judged.',
      default: 12,
      minimum: 2,
      maximum: 500,
    }),
    usual_bars: integer({
      title: 'Usual returns',
      description: 'Returns whose deviation counts as usual, the recent ones included; more than those.',
      default: 288,
      minimum: 10,
      maximum: 4000,
    }),
    ratio: decimal({
      title: 'Ratio',
      description: 'Recent over usual deviation above which no entry is made.',
      default: 3,
      minimum: 1,
      maximum: 20,
    }),
  },
  { additionalProperties: false },
);
type Params = Static<typeof schema>;

/**
 * Population standard deviation of the `count` close-to-close returns that end at bar `i`; two passes, oldest
 * first.
 */
function returnDeviation(bars: BarSeries, i: number, count: number): number {
  const { close } = bars;
  let sum = 0;
  for (let k = i - count + 1; k <= i; k++) sum += close[k]! / close[k - 1]! - 1;
  const mean = sum / count;
  let squares = 0;
  for (let k = i - count + 1; k <= i; k++) {
    const d = close[k]! / close[k - 1]! - 1 - mean;
    squares += d * d;
  }
  return Math.sqrt(squares / count);
}

export const volatilitySpikeOverlay: OverlayDefinition<Params> = {
  name: 'volatility_spike',
  title: 'Volatility spike',
  summary: 'No entry while returns are far wilder than usual.',
  schema,
  datasets: [],
  parse: (input) =>
    parseParams<Params>(schema, input, (params) =>
      fault(
        'usual_bars',
        params.usual_bars <= params.recent_bars,
        `must be above recent_bars (${params.recent_bars})`,
      ),
    ),
  judge(params, _side, { bars, barIndex }) {
    if (barIndex < params.usual_bars) return veto('volatility_missing', { bars_known: barIndex + 1 });
    const recent = returnDeviation(bars, barIndex, params.recent_bars);
    const usual = returnDeviation(bars, barIndex, params.usual_bars);
    const isCalm = recent <= params.ratio * usual;
    return isCalm ? pass('volatility_usual', { recent, usual }) : veto('volatility_spike', { recent, usual });
  },
};
