import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import { blame } from './blame';

const warmup = Type.Object(
  {
    datasets: Type.Array(
      Type.Union([
        Type.Object(
          { kind: Type.Literal('fear_greed'), lookback_count: Type.Integer({ minimum: 1, maximum: 5000 }) },
          { additionalProperties: false },
        ),
        Type.Object(
          { kind: Type.Literal('liquidations'), lookback_minutes: Type.Integer({ minimum: 1 }) },
          { additionalProperties: false },
        ),
      ]),
      { minItems: 1 },
    ),
    side: Type.Optional(Type.Union([Type.Literal('long'), Type.Literal('short')])),
  },
  { additionalProperties: false },
);

function blamed(schema: TSchema, value: unknown) {
  return blame(Compile(schema).Errors(value), 'body');
}

it.each([
  [null, 'body', 'body must be object'],
  [{}, 'datasets', 'datasets is required'],
  [{ datasets: [] }, 'datasets', 'datasets must not have fewer than 1 items'],
  [{ datasets: [{ kind: 'fear_greed', lookback_count: 1 }], x: 1 }, 'x', 'x is not a known field'],
])('blame names the field at fault in %j', (value, field, message) => {
  expect(blamed(warmup, value)).toEqual({ field, message });
});

it('blame names the member of a union that the caller meant', () => {
  expect(blamed(warmup, { datasets: [{ kind: 'fear_greed', lookback_count: 5001 }] })).toEqual({
    field: 'datasets/0/lookback_count',
    message: 'datasets/0/lookback_count must be <= 5000',
  });
  expect(blamed(warmup, { datasets: [{ kind: 'liquidations' }] }).field).toBe('datasets/0/lookback_minutes');
});

it('blame lists what is allowed when no member fits', () => {
  expect(blamed(warmup, { datasets: [{ kind: 'gold' }] })).toEqual({
    field: 'datasets/0/kind',
    message: 'datasets/0/kind must be one of fear_greed, liquidations',
  });
  const right = [{ kind: 'fear_greed', lookback_count: 1 }];
  expect(blamed(warmup, { datasets: right, side: 'up' })).toEqual({
    field: 'side',
    message: 'side must be one of long, short',
  });
});
