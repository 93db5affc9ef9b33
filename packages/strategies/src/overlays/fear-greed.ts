/** Vetoes buying into extreme greed and selling into extreme fear. */
import { HOUR_MS } from '@platform/core';
import Type, { type Static } from 'typebox';
import { fault } from '../define-strategy';
import { integer, parseParams } from '../params';
import { fresh, pass, veto } from './judgement';
import type { OverlayDefinition } from './types';

const BUDGET_MS = 26 * HOUR_MS;

const schema = Type.Object(
  {
    fear_limit: integer({
      title: 'Extreme fear',
      description: 'Index at or below which no short is opened.',
      default: 10,
      minimum: 0,
      maximum: 100,
    }),
    greed_limit: integer({
      title: 'Extreme greed',
      description: 'Index at or above which no long is opened; above the fear limit.',
      default: 90,
      minimum: 0,
      maximum: 100,
    }),
  },
  { additionalProperties: false },
);
type Params = Static<typeof schema>;

export const fearGreedOverlay: OverlayDefinition<Params> = {
  name: 'fear_greed',
  title: 'Fear and greed',
  summary: 'No long in extreme greed, no short in extreme fear.',
  schema,
  datasets: ['fear_greed'],
  parse: (input) =>
    parseParams<Params>(schema, input, (params) =>
      fault(
        'greed_limit',
        params.greed_limit <= params.fear_limit,
        `must be above fear_limit (${params.fear_limit})`,
      ),
    ),
  judge(params, side, { fearGreed, closeTimeMs }) {
    const known = fresh('fear_greed', fearGreed, closeTimeMs, BUDGET_MS);
    if (!known.ok) return known.error;
    const { value: index } = known.value;
    const isCalm = side === 'long' ? index < params.greed_limit : index > params.fear_limit;
    if (isCalm) return pass('sentiment_not_extreme', { index });
    return veto(side === 'long' ? 'extreme_greed' : 'extreme_fear', { index });
  },
};
