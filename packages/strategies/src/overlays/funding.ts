/**
 * Vetoes an entry that would pay more funding per settlement than a limit. Being paid is never a reason
 * against.
 */
import { HOUR_MS } from '@platform/core';
import Type, { type Static } from 'typebox';
import { decimal, parseParams } from '../params';
import { fresh, pass, veto } from './judgement';
import type { OverlayDefinition } from './types';

const BUDGET_MS = 9 * HOUR_MS;

const schema = Type.Object(
  {
    max_rate: decimal({
      title: 'Largest rate paid',
      description: 'Funding per settlement, as a fraction of notional, above which no entry is made.',
      default: 0.0005,
      minimum: 0,
      maximum: 0.01,
    }),
  },
  { additionalProperties: false },
);
type Params = Static<typeof schema>;

export const fundingOverlay: OverlayDefinition<Params> = {
  name: 'funding',
  title: 'Funding limit',
  summary: 'No entry that pays more funding than the limit.',
  schema,
  datasets: ['funding_rates'],
  parse: (input) => parseParams<Params>(schema, input),
  judge(params, side, { fundingRate, closeTimeMs }) {
    const known = fresh('funding', fundingRate, closeTimeMs, BUDGET_MS);
    if (!known.ok) return known.error;
    const { value: rate } = known.value;
    const paid = side === 'long' ? rate : -rate;
    const details = { paid_rate: paid, max_rate: params.max_rate };
    return paid <= params.max_rate
      ? pass('funding_within_limit', details)
      : veto('funding_above_limit', details);
  },
};
